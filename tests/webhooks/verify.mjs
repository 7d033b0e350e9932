// Verifies the requests that the suites have logged with the reference library of Standard Webhooks.
//
// Usage: node verify.mjs LOG. Every request must be accepted with one of its secrets, and refused with one byte changed,
// with another secret, and five minutes later.

import { readFileSync } from "node:fs";
import { Webhook } from "standardwebhooks";

const OTHER = "whsec_" + Buffer.alloc(32).toString("base64");
const realNow = Date.now;

/** Whether the library accepts the request with this secret and body, so many seconds after it was signed. */
function accepts(secret, request, body, later = 0) {
  const now = (Number(request.timestamp) + later) * 1000;
  Date.now = () => now;
  try {
    new Webhook(secret).verify(body, {
      "webhook-id": request.id,
      "webhook-timestamp": request.timestamp,
      "webhook-signature": request.signature,
    });
    return true;
  } catch {
    return false;
  } finally {
    Date.now = realNow;
  }
}

function check(holds, message) {
  if (!holds) throw new Error(message);
}

const lines = readFileSync(process.argv[2], "utf8").trim().split("\n");
const requests = lines.map((line) => JSON.parse(line));
let withTwo = 0;
for (const request of requests) {
  const { id, body } = request;
  const accepted = request.secrets.filter((secret) => accepts(secret, request, body));
  check(accepted.length > 0, `no secret verifies ${id}`);
  withTwo += accepted.length === 2 ? 1 : 0;
  for (const secret of accepted) {
    check(!accepts(secret, request, `${body.slice(0, -1)} }`), `a changed body of ${id} is accepted`);
    check(!accepts(secret, request, body, 301), `${id} is accepted five minutes later`);
  }
  check(!accepts(OTHER, request, body), `another secret verifies ${id}`);
}
check(withTwo > 0, "no request is signed with two secrets");
console.log(`${requests.length} requests verified in JavaScript, ${withTwo} of them signed with two secrets`);
