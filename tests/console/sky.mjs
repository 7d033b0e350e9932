// A picture without words as a PNG file: a sky that becomes darker from top to bottom.
import { deflateSync } from 'node:zlib';
import { chunk, png } from './png.mjs';

const [WIDTH, HEIGHT] = [1536, 1024];
const RGB = 2;

export function sky() {
  const rows = Array.from({ length: HEIGHT }, (_, y) => {
    const dark = y / HEIGHT;
    return Buffer.concat([Buffer.of(0), Buffer.alloc(WIDTH * 3, Buffer.of(90 - 60 * dark, 140 - 90 * dark, 220 - 120 * dark))]);
  });
  return png(WIDTH, HEIGHT, RGB, chunk('IDAT', deflateSync(Buffer.concat(rows))));
}
