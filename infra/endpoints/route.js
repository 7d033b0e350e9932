// One address for DynamoDB, S3 and SQS: forwards DynamoDB calls to one port, all other calls to another.
//
//     node route.js 4566 8000 4567
'use strict';
const http = require('node:http');

const [port, dynamodb, others] = process.argv.slice(2).map(Number);
const agent = new http.Agent({ keepAlive: true });

http
  .createServer((request, response) => {
    const { method, url, rawHeaders } = request;
    const isDynamodb = (request.headers['x-amz-target'] ?? '').startsWith('DynamoDB_');
    // The Host header is not changed, because S3 signs it.
    const options = { host: '127.0.0.1', port: isDynamodb ? dynamodb : others, method, path: url, headers: rawHeaders, agent };
    const passed = http.request(options, (answer) => {
      response.writeHead(answer.statusCode, answer.rawHeaders);
      answer.pipe(response);
    });
    // A caller whose connection ends retries.
    passed.on('error', () => response.destroy());
    response.on('close', () => passed.destroy());
    request.pipe(passed);
  })
  .listen(port, '127.0.0.1');
