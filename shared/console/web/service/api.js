// Requests to the service, and the record of them.
import { ApiError } from './errors.js';
import { accountStore, store } from '../store.js';

const KEPT_REQUESTS = 200;
/** How often a request is sent again after the rate limit refused it. */
const RETRIES = 3;

/** The requests of this tab, the latest first. */
export const requests = accountStore(/** @type {import('../types').LoggedRequest[]} */ ([]));
/** Whether the service could be reached at the last request. */
export const online = store(true);
/** What is left of the minute's requests. */
export const allowance = store({ limit: 0, remaining: Infinity });
/** Until when requests wait for the rate limit, in milliseconds; 0 if none waits. */
export const pausedUntil = store(0);

/** @type {{ key: () => string, refused: (error: ApiError) => void }} */
let credentials = { key: () => '', refused: () => {} };

/** @param {typeof credentials} given */
export function authenticate(given) {
  credentials = given;
}

/** @param {import('../types').LoggedRequest} request */
function log(request) {
  requests.set([request, ...requests.get()].slice(0, KEPT_REQUESTS));
}

/**
 * Sends a request. Returns the body and the headers of a success.
 * @param {string} method
 * @param {string} path
 * @param {{ body?: unknown, idempotencyKey?: string, signal?: AbortSignal, key?: string }} [options]
 * @returns {Promise<{ body: any, status: number, headers: Headers }>}
 */
export async function send(method, path, { body, idempotencyKey, signal, key = credentials.key() } = {}) {
  const at = new Date();
  const began = performance.now();
  /** @type {Record<string, string>} */
  const headers = {};
  if (key) headers.Authorization = `Bearer ${key}`;
  if (body !== undefined) headers['Content-Type'] = 'application/json';
  if (idempotencyKey) headers['Idempotency-Key'] = idempotencyKey;
  const logged = { at, method, path: path.split('?')[0] ?? '', status: 0, milliseconds: 0, requestId: '', code: '', message: '' };
  const done = () => ({ ...logged, milliseconds: Math.round(performance.now() - began) });
  let response, text;
  try {
    response = await fetch(path, {
      method,
      headers,
      body: body === undefined ? undefined : JSON.stringify(body),
      signal,
      cache: 'no-store',
      credentials: 'omit',
      redirect: 'error',
    });
    text = await response.text();
  } catch (error) {
    if (signal?.aborted) throw error;
    online.set(false);
    const message = 'The service cannot be reached. Check your connection and try again.';
    log({ ...done(), code: 'OFFLINE', message });
    throw new ApiError(message, { code: 'OFFLINE' });
  }
  online.set(true);
  logged.status = response.status;
  logged.requestId = response.headers.get('X-Request-Id') ?? '';
  const limit = Number(response.headers.get('X-RateLimit-Limit'));
  if (limit) allowance.set({ limit, remaining: Number(response.headers.get('X-RateLimit-Remaining')) });
  const answer = parsed(text);
  if (response.ok && answer !== undefined) {
    log(done());
    return { body: answer, status: response.status, headers: response.headers };
  }
  const error = failure(response, answer);
  log({ ...done(), code: error.code, message: error.message });
  if (key === credentials.key() && isRefusalOfKey(error)) credentials.refused(error);
  throw error;
}

/** @param {string} text */
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * @param {Response} response
 * @param {any} answer
 */
function failure(response, answer) {
  const status = response.status;
  const requestId = response.headers.get('X-Request-Id') ?? '';
  const retryAfter = Number(response.headers.get('Retry-After')) || 0;
  if (typeof answer?.code === 'string') {
    const { error, code, details } = answer;
    return new ApiError(String(error), { code, status, details: details ?? {}, requestId, retryAfter });
  }
  // A proxy in front of the service answers without an envelope.
  const message = status === 413 ? 'The request is too large.' : `The service answered with status ${status}. Try again in a moment.`;
  return new ApiError(message, { code: status === 429 || status === 503 ? 'BUSY' : 'GATEWAY', status, requestId, retryAfter });
}

/** @param {ApiError} error */
function isRefusalOfKey(error) {
  return error.code === 'UNAUTHORIZED' || (error.code === 'FORBIDDEN' && error.details.reason === 'suspended');
}

/** @param {number} milliseconds @param {AbortSignal} [signal] */
export function sleep(milliseconds, signal) {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(resolve, milliseconds, undefined);
    signal?.addEventListener('abort', () => {
      clearTimeout(timer);
      reject(signal.reason);
    });
  });
}

/**
 * Calls a tool and returns its data.
 * @param {string} tool
 * @param {object} [body]
 * @param {{ idempotencyKey?: string, signal?: AbortSignal }} [options]
 * @returns {Promise<any>}
 */
export async function call(tool, body = {}, options = {}) {
  return (await send('POST', `/api/v1/tools/${tool}`, { body, ...options })).body.data;
}

/**
 * Sends a request, and again in the next minute if the rate limit refuses it.
 * @template T
 * @param {() => Promise<T>} request
 * @param {AbortSignal} [signal]
 * @returns {Promise<T>}
 */
export async function patiently(request, signal) {
  for (let attempt = 0; ; attempt += 1) {
    try {
      return await request();
    } catch (error) {
      if (!(error instanceof ApiError) || error.code !== 'RATE_LIMITED' || attempt >= RETRIES) throw error;
      const wait = (error.retryAfter || 1) * 1000 + Math.random() * 500;
      pausedUntil.set(Date.now() + wait);
      await sleep(wait, signal);
      pausedUntil.set(0);
    }
  }
}

/** Calls once more if the connection broke. @template T @param {() => Promise<T>} work @returns {Promise<T>} */
export async function retried(work) {
  try {
    return await work();
  } catch (error) {
    if (error instanceof ApiError && error.code === 'OFFLINE' && navigator.onLine) return work();
    throw error;
  }
}

/**
 * Calls a tool that only reads.
 * @param {string} tool
 * @param {object} [body]
 * @param {AbortSignal} [signal]
 * @returns {Promise<any>}
 */
export const read = (tool, body = {}, signal) => patiently(() => call(tool, body, { signal }), signal);

/**
 * The cost of a call.
 * @param {string} tool
 * @param {object} body
 * @param {AbortSignal} [signal]
 * @returns {Promise<import('../types').Quote>}
 */
export async function quote(tool, body, signal) {
  return (await send('POST', `/api/v1/quotes/${tool}`, { body, signal })).body.data;
}

/** The key of one press of a button: repeating the request charges nothing again. */
export function idempotencyKey() {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return `console-${Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')}`;
}
