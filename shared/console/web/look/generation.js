// Facts and texts that are derived from a generation and its thumbnails.
import { thumbnails, words } from '../format.js';

/** @param {{ status: string }} generation */
export const hasEnded = ({ status }) => status !== 'pending' && status !== 'processing';

/** How many thumbnails are done, failed or cancelled, and what they cost, in one line. @param {import('../types').Generation} generation */
export function summary({ count, completed, failed, cancelled, refunded, cost }) {
  const parts = [`${completed} of ${count} done`];
  if (failed) parts.push(`${failed} failed`);
  if (cancelled) parts.push(`${cancelled} cancelled`);
  parts.push(refunded ? `${thumbnails(refunded)} refunded of ${cost}` : `cost ${thumbnails(cost)}`);
  return parts.join(' · ');
}

/** Why a thumbnail has no picture. @param {import('../types').Thumbnail} thumbnail */
export function missing({ status, error }) {
  if (status === 'failed') return `${words((error?.code ?? 'failed').toLowerCase())}: ${error?.message ?? 'this thumbnail was refunded.'}`;
  if (status === 'cancelled') return 'This thumbnail was cancelled and refunded.';
  if (status === 'completed') return 'The picture has expired. Only its facts are kept.';
  return 'This thumbnail is not finished yet.';
}

/** @param {import('../types').Generation} generation @param {import('../types').Thumbnail} thumbnail @returns {import('./place.js').Candidate} */
export const candidateOf = (generation, thumbnail) => ({
  ref: `${generation.generationId}.${thumbnail.index}`,
  url: thumbnail.url,
  title: generation.title || generation.prompt || 'Untitled',
  isTall: generation.aspectRatio === '9:16',
});
