// A host of MCP Apps, made of the official client of MCP and the official bridge. `.ci/console` bundles it.
import { AppBridge, PostMessageTransport, getToolUiResourceUri } from '@modelcontextprotocol/ext-apps/app-bridge';
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';

/** The requests of the app to its host, which the tests read. */
const seen = { opened: [], saved: [], called: [], told: [], modes: [], sizes: [] };

/**
 * Calls a tool and shows its app.
 * @param {{ mcp: string, key: string, sandbox: string, tool: string, input: object, capabilities: object, context: object }} options
 */
async function show({ mcp, key, sandbox, tool, input, capabilities, context }) {
  const client = new Client({ name: 'host', version: '1' });
  await client.connect(new StreamableHTTPClientTransport(new URL(mcp), { requestInit: { headers: { Authorization: `Bearer ${key}` } } }));
  const { tools } = await client.listTools();
  const uri = getToolUiResourceUri(tools.find(({ name }) => name === tool));
  const { contents } = await client.readResource({ uri });
  const [{ text: html, mimeType, _meta }] = contents;
  const { csp } = _meta.ui;
  const frame = document.createElement('iframe');
  frame.title = 'App';
  frame.sandbox.add('allow-scripts', 'allow-same-origin');
  const bridge = new AppBridge(client, { name: 'host', version: '1' }, capabilities, { hostContext: context });
  /** Records a request, and agrees to it. */
  const agree = (kept, asked, result = {}) => {
    kept.push(...asked);
    return Promise.resolve(result);
  };
  bridge.onopenlink = ({ url }) => agree(seen.opened, [url]);
  bridge.ondownloadfile = ({ contents }) => agree(seen.saved, contents);
  bridge.onupdatemodelcontext = ({ content }) => agree(seen.told, content);
  bridge.onrequestdisplaymode = ({ mode }) => agree(seen.modes, [mode], { mode });
  bridge.onsizechange = ({ height }) => {
    seen.sizes.push(height);
    frame.style.height = `${height}px`;
  };
  const initialized = new Promise((resolve) => (bridge.oninitialized = resolve));
  bridge.onsandboxready = () => bridge.sendSandboxResourceReady({ html, csp });
  document.body.append(frame);
  const transport = new PostMessageTransport(frame.contentWindow, frame.contentWindow);
  await bridge.connect(transport);
  const call = bridge.oncalltool;
  bridge.oncalltool = (params, extra) => {
    seen.called.push(params);
    return call(params, extra);
  };
  frame.src = `${sandbox}?csp=${encodeURIComponent(JSON.stringify(csp))}`;
  await initialized;
  await bridge.sendToolInput({ arguments: input });
  await bridge.sendToolResult(await client.callTool({ name: tool, arguments: input }));
  window.host.bridge = bridge;
  return { mimeType, csp, uri };
}

window.host = { show, seen };
