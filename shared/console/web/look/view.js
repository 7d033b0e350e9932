// Look: the gallery, one thumbnail in full, or a comparison.
import { html } from '../vendor/preact.js';
import { place } from '../router.js';
import { useStore } from '../store.js';
import { Comparison } from './compare.js';
import { Detail } from './detail.js';
import { Gallery } from './gallery.js';

export function View() {
  const { rest, query } = useStore(place);
  const [first = '', index = ''] = rest;
  if (first === 'compare') return html`<${Comparison} refs=${(query.get('of') ?? '').split(',').filter(Boolean)} show=${query.get('show') ?? ''} />`;
  if (first) return html`<${Detail} key=${first} generationId=${first} index=${index === '' ? null : Number(index)} show=${query.get('show') ?? ''} />`;
  return html`<${Gallery} search=${query.get('search') ?? ''} status=${query.get('status') ?? ''} />`;
}
