// Makes a thumbnail with the client that openapi-generator generates from the OpenAPI document for TypeScript.
import { Configuration, GenerationApi, GenerationStatus } from "./generated/fetch/index.ts";

const [basePath, accessToken] = process.argv.slice(2);
const tools = new GenerationApi(new Configuration({ basePath, accessToken }));

const generateThumbnailInput = { prompt: "A red bicycle on a beach", count: 2 };
const { data: made } = await tools.generateThumbnail({ generateThumbnailInput });
const getGenerationStatusInput = { generationId: made.generationId, waitSeconds: 20 };
for (;;) {
  const { data: generation } = await tools.getGenerationStatus({ getGenerationStatusInput });
  if (generation.status === GenerationStatus.Pending || generation.status === GenerationStatus.Processing) continue;
  if (generation.status !== GenerationStatus.Completed) throw new Error(`the generation is ${generation.status}`);
  if (generation.thumbnails.some((thumbnail) => !thumbnail.url)) throw new Error("a thumbnail has no URL");
  console.log(`openapi-generator, TypeScript: ${generation.completed} thumbnails for ${generation.cost}`);
  break;
}
