// The operations of the OpenAPI document.
import { send } from '../service/api.js';

/**
 * @typedef {{ name: string, schema: any, required: boolean, description: string }} Parameter
 * @typedef {{
 *   id: string, method: string, path: string, tag: string, description: string, cost: number | null, isIdempotent: boolean,
 *   inPath: Parameter[], inQuery: Parameter[], body: any | null,
 * }} Operation
 */

/** @type {Promise<Operation[]> | null} */
let reading = null;

/** All operations, read once. */
export function operations() {
  reading ??= send('GET', '/openapi.json', { key: '' }).then(({ body }) => listed(body));
  reading.catch(() => {
    reading = null;
  });
  return reading;
}

/** @param {any} document @returns {Operation[]} */
function listed(document) {
  /** @param {any} part @returns {any} */
  const resolved = (part) => {
    if (Array.isArray(part)) return part.map(resolved);
    if (part === null || typeof part !== 'object') return part;
    if (typeof part.$ref === 'string') {
      const { $ref, ...rest } = part;
      const target = $ref.slice(2).split('/').reduce((/** @type {any} */ at, /** @type {string} */ step) => at?.[step], document);
      return { ...resolved(target), ...resolved(rest) };
    }
    return Object.fromEntries(Object.entries(part).map(([name, value]) => [name, resolved(value)]));
  };
  return Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(/** @type {any} */ (methods))
      .filter(([method]) => ['get', 'post', 'patch', 'delete'].includes(method))
      .map(([method, operation]) => {
        const parameters = (operation.parameters ?? []).map(resolved);
        const at = (/** @type {string} */ place) =>
          parameters
            .filter((/** @type {any} */ parameter) => parameter.in === place)
            .map((/** @type {any} */ { name, schema, required, description }) => ({ name, schema: schema ?? {}, required: required === true, description: description ?? '' }));
        const schema = operation.requestBody?.content?.['application/json']?.schema;
        return {
          id: operation.operationId,
          method: method.toUpperCase(),
          path,
          tag: operation.tags?.[0] ?? 'service',
          description: operation.description ?? '',
          cost: operation['x-credit-cost'] ?? null,
          isIdempotent: at('header').some((/** @type {Parameter} */ { name }) => name === 'Idempotency-Key'),
          inPath: at('path'),
          inQuery: at('query'),
          // The body of a quote is that of any tool. It is entered as JSON.
          body: schema ? (schema.anyOf ? { type: 'object', anyOf: true } : resolved(schema)) : null,
        };
      }),
  );
}
