// A logo as a PNG file: a green disc on nothing.
import { deflateSync } from 'node:zlib';
import { chunk, png } from './png.mjs';

const SIDE = 64;
const RGBA = 6;

export function logo() {
  const rows = Array.from({ length: SIDE }, (_, y) => {
    const pixels = Array.from({ length: SIDE }, (_, x) => (Math.hypot(x - SIDE / 2, y - SIDE / 2) < SIDE / 2 - 2 ? [20, 190, 90, 255] : [0, 0, 0, 0]));
    return Buffer.from([0, ...pixels.flat()]);
  });
  return png(SIDE, SIDE, RGBA, chunk('IDAT', deflateSync(Buffer.concat(rows))));
}
