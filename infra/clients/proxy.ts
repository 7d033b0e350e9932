// Adds an API key to each request, for programs that cannot: `node proxy.ts BASE_URL KEY`. Prints the port on which it
// listens.
import { createServer, request } from "node:http";
import type { AddressInfo } from "node:net";

const [baseUrl, key] = process.argv.slice(2);
const target = new URL(baseUrl ?? "");

const server = createServer((from, to) => {
  const headers = { ...from.headers, authorization: `Bearer ${key}` };
  const { method, url: path } = from;
  const passed = request({ host: target.hostname, port: target.port, method, path, headers }, (answer) => {
    to.writeHead(answer.statusCode ?? 502, answer.headers);
    answer.pipe(to);
  });
  passed.on("error", () => to.writeHead(502).end());
  from.pipe(passed);
});
server.listen(0, "127.0.0.1", () => console.log((server.address() as AddressInfo).port));
