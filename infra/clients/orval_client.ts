// Makes a thumbnail with the client that orval generates from the OpenAPI document.
import { generateThumbnail, getGenerationStatus } from "./generated/orval.ts";

const [baseUrl, key] = process.argv.slice(2);
// The document has relative URLs, because it comes from the service itself.
const outside = globalThis.fetch;
globalThis.fetch = (path, options) =>
  outside(`${baseUrl}${String(path)}`, { ...options, headers: { ...options?.headers, Authorization: `Bearer ${key}` } });

const made = await generateThumbnail({ prompt: "A red bicycle on a beach", count: 2 });
if (made.status !== 200) throw new Error(JSON.stringify(made.data));
const { generationId } = made.data.data;
for (;;) {
  const answer = await getGenerationStatus({ generationId, waitSeconds: 20 });
  if (answer.status !== 200) throw new Error(JSON.stringify(answer.data));
  const generation = answer.data.data;
  if (generation.status === "pending" || generation.status === "processing") continue;
  if (generation.status !== "completed") throw new Error(`the generation is ${generation.status}`);
  console.log(`orval: ${generation.completed} thumbnails for ${generation.cost}`);
  break;
}
