// Adds an API key to each request, for programs that cannot: `node proxy.ts PORT BASE_URL KEY`.
import { createServer, request } from "node:http";

const [port, baseUrl, key] = process.argv.slice(2);
const target = new URL(baseUrl ?? "");

createServer((from, to) => {
  const headers = { ...from.headers, host: from.headers.host, authorization: `Bearer ${key}` };
  const { method, url: path } = from;
  const passed = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  passed.on("error", () => to.writeHead(502).end());
  from.pipe(passed);
}).listen(Number(port), "127.0.0.1");
