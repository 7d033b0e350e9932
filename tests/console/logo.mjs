// A logo as a PNG file: a green disc on nothing.
import { crc32, deflateSync } from 'node:zlib';

const SIDE = 64;

/** @param {string} name @param {Buffer} data */
function chunk(name, data) {
  const head = Buffer.alloc(4);
  head.writeUInt32BE(data.length);
  const body = Buffer.concat([Buffer.from(name), data]);
  const sum = Buffer.alloc(4);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([head, body, sum]);
}

export function logo() {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(SIDE, 0);
  header.writeUInt32BE(SIDE, 4);
  // 8 bits for each of red, green, blue and alpha.
  header.set([8, 6, 0, 0, 0], 8);
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const pixels = Array.from({ length: SIDE }, (_, x) => (Math.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE / 2 - 2 ? [20, 190, 90, 255] : [0, 0, 0, 0]));
    return Buffer.from([0, ...pixels.flat()]);
  });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', deflateSync(Buffer.concat(rows))), chunk('IEND', Buffer.alloc(0))]);
}
