// Makes a thumbnail with the client that openapi-typescript generates from the OpenAPI document.
import createClient from "openapi-fetch";
import type { paths } from "./generated/openapi.d.ts";

const [baseUrl, key] = process.argv.slice(2);
const client = createClient<paths>({ baseUrl, headers: { Authorization: `Bearer ${key}` } });

const body = { prompt: "A red bicycle on a beach", title: "Ride on", count: 2 };
const quoted = await client.POST("/api/v1/quotes/{toolName}", {
  params: { path: { toolName: "generate_thumbnail" } },
  body,
});
if (quoted.error) throw new Error(JSON.stringify(quoted.error));

const made = await client.POST("/api/v1/tools/generate_thumbnail", {
  params: { header: { "Idempotency-Key": crypto.randomUUID() } },
  body,
});
if (made.error) throw new Error(JSON.stringify(made.error));
if (made.data.data.cost !== quoted.data.data.cost) throw new Error("the call costs something else than its quote");

const generationId = made.data.data.generationId;
for (;;) {
  const response = await client.POST("/api/v1/tools/get_generation_status", {
    body: { generationId, waitSeconds: 20 },
  });
  if (response.error) throw new Error(JSON.stringify(response.error));
  const generation = response.data.data;
  if (generation.status === "pending" || generation.status === "processing") continue;
  if (generation.status !== "completed") throw new Error(`the generation is ${generation.status}`);
  for (const thumbnail of generation.thumbnails) {
    if (!thumbnail.url) throw new Error("a completed thumbnail has no URL");
    const picture = await fetch(thumbnail.url);
    const size = (await picture.arrayBuffer()).byteLength;
    if (!picture.ok || size !== thumbnail.sizeBytes) throw new Error("the picture cannot be downloaded");
  }
  console.log(`TypeScript: ${generation.completed} thumbnails for ${generation.cost}`);
  break;
}

// An error has the type of its envelope.
const refused = await client.POST("/api/v1/tools/get_image", { body: { imageId: "img_x" } });
if (refused.error && "code" in refused.error && refused.error.code !== "NOT_FOUND") {
  throw new Error(refused.error.code);
}
