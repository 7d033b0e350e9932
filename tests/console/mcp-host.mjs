// The pages of a host of MCP Apps: the host itself, and on another origin the sandbox that shows apps, as the specification
// wants it: https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx#sandbox-proxy
import { readFileSync } from 'node:fs';
import { listen } from './listen.mjs';

const HOST = `<!doctype html><meta charset="utf-8"><title>Host</title>
<style>body { margin: 12px; } iframe { width: 100%; height: 300px; border: 0; }</style><script type="module" src="/host.js"></script>`;

/** Passes messages between the host and the app, which is in a frame without an origin. */
const SANDBOX = `<!doctype html><meta charset="utf-8"><style>html, body, iframe { margin: 0; width: 100%; height: 100%; border: 0; display: block; }</style>
<script type="module">
const inner = document.createElement('iframe');
inner.title = 'App';
inner.setAttribute('sandbox', 'allow-scripts');
addEventListener('message', ({ source, data }) => {
  if (source === inner.contentWindow) parent.postMessage(data, '*');
  else if (source === parent && data.method === 'ui/notifications/sandbox-resource-ready') {
    inner.srcdoc = data.params.html;
    document.body.append(inner);
  } else if (source === parent) inner.contentWindow.postMessage(data, '*');
});
parent.postMessage({ jsonrpc: '2.0', method: 'ui/notifications/sandbox-proxy-ready', params: {} }, '*');
</script>`;

/** The policy that the specification prescribes for the domains of a resource. @param {{ resourceDomains?: string[], connectDomains?: string[] }} csp */
const policy = ({ resourceDomains = [], connectDomains = [] }) => {
  const [resources, connections] = [resourceDomains.join(' '), connectDomains.join(' ')];
  return `default-src 'none'; script-src 'self' 'unsafe-inline' ${resources}; style-src 'self' 'unsafe-inline' ${resources}; connect-src 'self' ${connections}; img-src 'self' data: ${resources}; font-src 'self' ${resources}; media-src 'self' data: ${resources}; frame-src 'none'; object-src 'none'; base-uri 'self'`;
};

/** Starts both servers. Their ports make them different origins. */
export async function startHost() {
  const script = readFileSync('host.js');
  const html = { 'content-type': 'text/html; charset=utf-8' };
  const host = await listen((request, response) => {
    if (request.url === '/host.js') response.writeHead(200, { 'content-type': 'text/javascript' }).end(script);
    else response.writeHead(200, html).end(HOST);
  });
  const sandbox = await listen((request, response) => {
    const csp = JSON.parse(new URL(request.url ?? '', 'http://sandbox').searchParams.get('csp') ?? '{}');
    response.writeHead(200, { ...html, 'content-security-policy': policy(csp) }).end(SANDBOX);
  });
  return {
    hostUrl: `http://127.0.0.1:${host.port}/`,
    sandboxUrl: `http://localhost:${sandbox.port}/`,
    close: () => [host, sandbox].forEach((server) => server.close()),
  };
}
