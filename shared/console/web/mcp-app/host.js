// The connection to the host: JSON-RPC 2.0 in messages to the parent frame.
// https://github.com/modelcontextprotocol/ext-apps/blob/main/specification/2026-01-26/apps.mdx
import { ApiError } from '../service/errors.js';
import { store } from '../store.js';
import { applyTheme } from './host-theme.js';

const VERSION = '2026-01-26';
/** How long the host may take to answer the first request, in milliseconds. */
const ANSWER_TIMEOUT_MS = 10_000;
const UNKNOWN_METHOD = -32601;

/**
 * The capabilities of a host, and how it shows the app. A member is absent if it does not apply to the host.
 * @typedef {{
 *   openLinks?: object, downloadFile?: object, serverTools?: object, updateModelContext?: object, message?: object,
 * }} Capabilities
 * @typedef {{
 *   theme?: string, styles?: { variables?: Record<string, string>, css?: { fonts?: string } },
 *   displayMode?: string, availableDisplayModes?: string[], safeAreaInsets?: Record<string, number>,
 * }} Context
 * @typedef {{ content?: { type: string, text?: string }[], structuredContent?: any, isError?: boolean }} ToolResult
 */

/** The capabilities and the context of the host; `null` until the host has answered `ui/initialize`. */
export const host = store(/** @type {{ can: Capabilities, context: Context } | null} */ (null));
/** Why the app is not connected to a host; empty if nothing is wrong. */
export const trouble = store('');
/** The arguments of the call for which the host opened the app; `null` until the host has sent them. */
export const toolInput = store(/** @type {Record<string, any> | null} */ (null));
/** The data or the error of that call; `null` until the call has ended. */
export const toolResult = store(/** @type {{ data: any, error: unknown } | null} */ (null));

/** @type {Map<number, { resolve: (result: any) => void, reject: (error: Error) => void }>} */
const waiting = new Map();
let lastId = 0;

/** @param {object} message */
function post(message) {
  // An app in a sandbox does not know the host's origin. No message contains a secret.
  parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
}

/** @param {string} method @param {object} [params] */
const notify = (method, params = {}) => post({ method, params });

/**
 * Sends a request to the host.
 * @param {string} method
 * @param {object} params
 * @returns {Promise<any>}
 */
function request(method, params) {
  const id = (lastId += 1);
  return new Promise((resolve, reject) => {
    waiting.set(id, { resolve, reject });
    post({ id, method, params });
  });
}

/** @type {Record<string, (params: any) => void>} */
const NOTIFICATIONS = {
  'ui/notifications/tool-input': ({ arguments: input }) => toolInput.set(input ?? {}),
  'ui/notifications/tool-input-partial': ({ arguments: input }) => toolInput.set(input ?? {}),
  'ui/notifications/tool-result': (result) => toolResult.set(settled(result)),
  'ui/notifications/tool-cancelled': ({ reason }) => toolResult.set({ data: null, error: new Error(`The call was cancelled${reason ? `: ${reason}` : ''}.`) }),
  'ui/notifications/host-context-changed': (changed) => {
    const now = host.get();
    if (now) update({ ...now, context: { ...now.context, ...changed } });
  },
};

/** @param {MessageEvent} event */
function receive({ source, data }) {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  const { id, method, params, result, error } = data;
  if (method === undefined) {
    const open = waiting.get(id);
    waiting.delete(id);
    if (error) open?.reject(new Error(error.message || 'The host refused the request.'));
    else open?.resolve(result);
  } else if (id === undefined) {
    NOTIFICATIONS[method]?.(params ?? {});
  } else if (method === 'ping' || method === 'ui/resource-teardown') {
    post({ id, result: {} });
  } else {
    post({ id, error: { code: UNKNOWN_METHOD, message: 'There is no such method.' } });
  }
}

/** Stores what is known of the host, and applies its theme. @param {{ can: Capabilities, context: Context }} now */
function update(now) {
  applyTheme(now.context);
  host.set(now);
}

/** Connects to the host. */
export async function connect() {
  addEventListener('message', receive);
  const slow = setTimeout(() => trouble.set('The host does not answer. This page works only inside a host of MCP Apps.'), ANSWER_TIMEOUT_MS);
  const params = { appInfo: { name: 'thumbnails', version: '1' }, appCapabilities: { availableDisplayModes: ['inline', 'fullscreen'] }, protocolVersion: VERSION };
  try {
    const { hostCapabilities, hostContext } = await request('ui/initialize', params);
    trouble.set('');
    update({ can: hostCapabilities ?? {}, context: hostContext ?? {} });
    notify('ui/notifications/initialized');
    reportSize();
  } catch (error) {
    trouble.set(error instanceof Error ? error.message : String(error));
  }
  clearTimeout(slow);
}

/** Sends the size of the app to the host, now and after each change. */
function reportSize() {
  let before = '';
  const tell = () => {
    const { width, height } = document.body.getBoundingClientRect();
    const size = { width: Math.ceil(width), height: Math.ceil(height) };
    if (`${size.width} ${size.height}` === before) return;
    before = `${size.width} ${size.height}`;
    notify('ui/notifications/size-changed', size);
  };
  new ResizeObserver(tell).observe(document.body);
  tell();
}

/** The data of a tool's result, or its error. @param {ToolResult} result @returns {{ data: any, error: unknown }} */
function settled({ content = [], structuredContent, isError }) {
  const text = content.find(({ type }) => type === 'text')?.text ?? '';
  let data = structuredContent;
  try {
    data ??= JSON.parse(text);
  } catch {
    return { data: null, error: new Error(text || 'The tool returned nothing.') };
  }
  if (!isError) return { data, error: null };
  const { error = 'The tool failed.', code = 'INTERNAL_ERROR', details } = data;
  return { data: null, error: new ApiError(error, { code, details, retryAfter: details?.retryAfterSeconds }) };
}

/**
 * Calls a tool of the service through the host.
 * @param {string} name
 * @param {object} [input]
 * @param {{ idempotencyKey?: string }} [options]
 * @returns {Promise<any>} The data of the result.
 */
export async function callTool(name, input = {}, { idempotencyKey } = {}) {
  const params = { name, arguments: input, ...(idempotencyKey ? { _meta: { idempotencyKey } } : {}) };
  const { data, error } = settled(await request('tools/call', params));
  if (error) throw error;
  return data;
}

/** Opens a page outside of the host. @param {string} url */
export async function openLink(url) {
  const { isError } = (await request('ui/open-link', { url })) ?? {};
  if (isError) throw new Error('The host has not opened the link.');
}

/** Saves a file. A host that cannot save files opens its link. @param {{ uri: string, name: string, mimeType: string }} file */
export async function download(file) {
  if (!host.get()?.can.downloadFile) return openLink(file.uri);
  const { isError } = (await request('ui/download-file', { contents: [{ type: 'resource_link', ...file }] })) ?? {};
  if (isError) throw new Error('The host has not saved the file.');
}

/** Asks the host for another display mode. @param {string} mode */
export async function showAs(mode) {
  const { mode: displayMode } = await request('ui/request-display-mode', { mode });
  const now = host.get();
  if (now && displayMode) update({ ...now, context: { ...now.context, displayMode } });
}

/** Adds a text to the agent's context, if the host supports this. @param {string} text */
export async function tellAgent(text) {
  if (host.get()?.can.updateModelContext) await request('ui/update-model-context', { content: [{ type: 'text', text }] });
}
