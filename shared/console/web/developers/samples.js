// A call as code. The key is never in it: programs read it from the environment.

/** @typedef {{ method: string, url: string, body: unknown, isIdempotent: boolean }} Call */

/** A text as a word of the shell. @param {string} text */
const quoted = (text) => `'${text.replaceAll("'", `'\\''`)}'`;

/** @param {Call} call */
export function curl({ method, url, body, isIdempotent }) {
  const lines = [`curl -X ${method} ${quoted(url)}`, `  -H "Authorization: Bearer $API_KEY"`];
  if (isIdempotent) lines.push(`  -H "Idempotency-Key: $(uuidgen)"`);
  if (body !== undefined) lines.push(`  -H 'Content-Type: application/json'`, `  -d ${quoted(JSON.stringify(body))}`);
  return lines.join(' \\\n');
}

/** JSON as a literal of Python. @param {unknown} value @param {string} [indent] @returns {string} */
function literal(value, indent = '') {
  if (value === null || value === undefined) return 'None';
  if (typeof value === 'boolean') return value ? 'True' : 'False';
  if (typeof value !== 'object') return JSON.stringify(value);
  const inner = `${indent}    `;
  const parts = Array.isArray(value) ? value.map((one) => literal(one, inner)) : Object.entries(value).map(([name, one]) => `${JSON.stringify(name)}: ${literal(one, inner)}`);
  const [open, close] = Array.isArray(value) ? ['[', ']'] : ['{', '}'];
  return parts.length ? `${open}\n${parts.map((part) => `${inner}${part},\n`).join('')}${indent}${close}` : open + close;
}

/** @param {Call} call */
export function python({ method, url, body, isIdempotent }) {
  const headers = [`"Authorization": f"Bearer {os.environ['API_KEY']}"`];
  if (isIdempotent) headers.push(`"Idempotency-Key": str(uuid.uuid4())`);
  const modules = ['import os', ...(isIdempotent ? ['import uuid'] : []), '', 'import requests', ''];
  return [
    ...modules,
    `response = requests.request(`,
    `    ${JSON.stringify(method)},`,
    `    ${JSON.stringify(url)},`,
    `    headers={${headers.join(', ')}},`,
    ...(body === undefined ? [] : [`    json=${literal(body, '    ')},`]),
    `    timeout=30,`,
    `)`,
    `answer = response.json()`,
    `if not answer["success"]:`,
    `    raise RuntimeError(answer["error"])`,
    `print(answer)`,
  ].join('\n');
}

/** @param {Call} call */
export function typescript({ method, url, body, isIdempotent }) {
  const headers = ['    Authorization: `Bearer ${process.env.API_KEY}`,'];
  if (body !== undefined) headers.push(`    'Content-Type': 'application/json',`);
  if (isIdempotent) headers.push(`    'Idempotency-Key': crypto.randomUUID(),`);
  const text = JSON.stringify(body, null, 2)?.replaceAll('\n', '\n  ');
  return [
    `const response = await fetch(${JSON.stringify(url)}, {`,
    `  method: ${JSON.stringify(method)},`,
    `  headers: {`,
    ...headers,
    `  },`,
    ...(body === undefined ? [] : [`  body: JSON.stringify(${text}),`]),
    `});`,
    `const answer = await response.json();`,
    `if (!answer.success) throw new Error(answer.error);`,
    `console.log(answer);`,
  ].join('\n');
}

export const SAMPLES = { curl, Python: python, TypeScript: typescript };
