// Makes a thumbnail with the official MCP client for TypeScript, in both eras of the protocol. The client itself
// validates structured output against the schema of its tool.
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import type { VersionNegotiationMode } from "@modelcontextprotocol/client";

const [baseUrl, key] = process.argv.slice(2);
const TOOLS = 21;

function check(condition: boolean, problem: string): asserts condition {
  if (!condition) throw new Error(problem);
}

async function make(mode: VersionNegotiationMode) {
  const client = new Client({ name: "check", version: "1" }, { versionNegotiation: { mode } });
  const headers = { Authorization: `Bearer ${key}` };
  await client.connect(new StreamableHTTPClientTransport(new URL(`${baseUrl}/mcp`), { requestInit: { headers } }));

  const { tools } = await client.listTools();
  check(tools.length === TOOLS, `there are ${tools.length} tools`);
  check(tools.every((tool) => tool.outputSchema !== undefined), "a tool has no output schema");

  const call = async (name: string, args: Record<string, unknown>) => {
    const result = await client.callTool({ name, arguments: args });
    check(!result.isError, JSON.stringify(result.content));
    return { output: result.structuredContent as Record<string, unknown>, content: result.content };
  };
  const made = await call("generate_thumbnail", { prompt: "A red bicycle on a beach", title: "Ride on", count: 2 });
  let status = await call("get_generation_status", { generationId: made.output.generationId, waitSeconds: 20 });
  while (status.output.status === "pending" || status.output.status === "processing") {
    status = await call("get_generation_status", { generationId: made.output.generationId, waitSeconds: 20 });
  }
  check(status.output.status === "completed", `the generation is ${String(status.output.status)}`);
  const previews = status.content.filter((item) => item.type === "image");
  check(previews.length === 2, "there is not one preview for each thumbnail");
  for (const preview of previews) {
    const picture = Buffer.from(preview.data, "base64");
    check(picture[0] === 0xff && picture[1] === 0xd8 && picture.length <= 60_000, "the preview is no small JPEG file");
  }
  const refused = await client.callTool({ name: "get_image", arguments: { imageId: "img_x" } });
  check(refused.isError === true, "an unknown id is not refused");
  console.log(`MCP, TypeScript, ${client.getNegotiatedProtocolVersion()}: ${tools.length} tools, ${previews.length} previews`);
  await client.close();
}

await make("auto");
await make("legacy");
