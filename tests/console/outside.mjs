// What is outside of the service: a vendor's model with OpenAI's wire format, a receiver of webhooks, and a picture.
import { createServer } from 'node:http';
import { logo } from './logo.mjs';

/** How long the vendor draws, in milliseconds, if the prompt says `slowly`. */
const SLOW = 4000;

/** The vendor refuses every picture. @param {string} prompt @param {import('node:http').ServerResponse} response */
function refuse(prompt, response) {
  const error = { message: 'Your request was rejected by the safety system.', type: 'image_generation_user_error', param: null, code: 'moderation_blocked' };
  const answer = () => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error }));
  };
  setTimeout(answer, prompt.includes('slowly') ? SLOW : 0);
}

export async function startOutside() {
  const server = createServer((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      if (request.url?.startsWith('/v1/')) refuse(body, response);
      else if (request.url === '/logo.png') response.writeHead(200, { 'content-type': 'image/png' }).end(logo());
      else response.writeHead(204).end();
    });
  });
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  const host = `127.0.0.1:${port}`;
  return { url: `http://${host}`, host, close: () => server.close() };
}
