// What is outside of the service: a vendor's model with OpenAI's wire format, a receiver of webhooks, and a picture.
import { listen } from './listen.mjs';
import { logo } from './logo.mjs';
import { sky } from './sky.mjs';

/** The only prompt whose picture the vendor paints. */
const PAINTED = 'A lighthouse at dusk';

/** How long the vendor draws if the prompt says `slowly`, in milliseconds. */
const SLOW = 4000;

/** The answers that wait for a request to `/release`, because their prompts say `until released`. @type {(() => void)[]} */
const held = [];
let isReleased = false;

/** How many pictures the vendor has painted. */
let painted = 0;

/** @param {import('node:http').ServerResponse} response */
function paint(response) {
  painted += 1;
  response.writeHead(200, { 'content-type': 'application/json' });
  response.end(JSON.stringify({ created: 0, data: [{ b64_json: sky().toString('base64') }] }));
}

/** @param {string} prompt @param {import('node:http').ServerResponse} response */
function refuse(prompt, response) {
  const error = { message: 'Your request was rejected by the safety system.', type: 'image_generation_user_error', param: null, code: 'moderation_blocked' };
  const answer = () => {
    response.writeHead(400, { 'content-type': 'application/json' });
    response.end(JSON.stringify({ error }));
  };
  if (prompt.includes('until released') && !isReleased) held.push(answer);
  else setTimeout(answer, prompt.includes('slowly') ? SLOW : 0);
}

export async function startOutside() {
  const { port, close } = await listen((request, response) => {
    const parts = [];
    request.on('data', (part) => parts.push(part));
    request.on('end', () => {
      const body = Buffer.concat(parts).toString();
      if (request.url?.startsWith('/v1/')) body.includes(PAINTED) ? paint(response) : refuse(body, response);
      else if (request.url === '/painted') response.writeHead(200).end(String(painted));
      else if (request.url === '/release') {
        isReleased = true;
        for (const answer of held.splice(0)) answer();
        response.writeHead(204).end();
      }
      else if (request.url === '/logo.png') response.writeHead(200, { 'content-type': 'image/png' }).end(logo());
      else response.writeHead(204).end();
    });
  });
  const host = `127.0.0.1:${port}`;
  return { url: `http://${host}`, host, close };
}
