// The changes that the form offers as buttons. A button writes its order into the field: a sentence that the composer
// understands, and that a vendor's model can follow.

/** What the service understands when it reads the order. @typedef {Omit<import('../types').PictureChange, 'target'>} Meaning */
/** @typedef {{ label: string, order: string, kind: string, meaning: Meaning }} Order Of two orders of the same `kind` only the later one counts. */
/** @typedef {{ title: string, orders: Order[] }} Row */
/** @typedef {{ part: 'title' | 'background' | 'logo' | 'ornament', title: string, rows: Row[] }} Part */

/** @param {string} name @param {string} value @returns {Order} */
const titleColour = (name, value) => ({ label: name, order: `Make the title ${name}.`, kind: 'title colour', meaning: { part: 'title', change: 'colour', value } });
/** @param {string} value @returns {Order} */
const titleSize = (value) => ({ label: value, order: `Make the title ${value}.`, kind: 'title size', meaning: { part: 'title', change: 'size', value } });
/** @param {string} value @returns {Order} */
const titlePlace = (value) => ({ label: value, order: `Move the title to the ${value}.`, kind: 'title place', meaning: { part: 'title', change: 'place', value } });
/** @param {string} name @param {string} value @returns {Order} */
const backgroundColour = (name, value) => ({ label: name, order: `Make the background ${name}.`, kind: 'background', meaning: { part: 'background', change: 'colour', value } });
/** @param {string} label @param {string} words @param {string} value @returns {Order} */
const scene = (label, words, value) => ({ label, order: `Change the background to ${words}.`, kind: 'background', meaning: { part: 'background', change: 'scene', value } });
/** @param {string} corner @param {string} value @returns {Order} */
const logoCorner = (corner, value) => ({ label: corner, order: `Move the logo to the ${corner} corner.`, kind: 'logo', meaning: { part: 'logo', change: 'place', value } });
/** @param {string} value @param {string} words @returns {Order} */
const addition = (value, words) => ({ label: value, order: `Add ${words}.`, kind: `ornament ${value}`, meaning: { part: 'ornament', change: 'add', value } });
/** @param {string} value @param {string} words @returns {Order} */
const removal = (value, words) => ({ label: value, order: `Remove the ${words}.`, kind: `ornament ${value}`, meaning: { part: 'ornament', change: 'remove', value } });

/** @type {Part[]} */
export const PARTS = [
  {
    part: 'title',
    title: 'Title',
    rows: [
      {
        title: 'Colour',
        orders: [
          titleColour('white', '#f5f5f5'),
          titleColour('black', '#101018'),
          titleColour('yellow', '#facc15'),
          titleColour('orange', '#f97316'),
          titleColour('red', '#dc2626'),
          titleColour('pink', '#ec4899'),
          titleColour('green', '#16a34a'),
          titleColour('blue', '#2563eb'),
        ],
      },
      { title: 'Size', orders: [titleSize('larger'), titleSize('smaller')] },
      { title: 'Place', orders: [titlePlace('left'), titlePlace('right'), titlePlace('top'), titlePlace('middle'), titlePlace('bottom')] },
    ],
  },
  {
    part: 'background',
    title: 'Background',
    rows: [
      {
        title: 'Colour',
        orders: [
          backgroundColour('white', '#f5f5f5'),
          backgroundColour('yellow', '#facc15'),
          backgroundColour('red', '#dc2626'),
          backgroundColour('green', '#16a34a'),
          backgroundColour('blue', '#2563eb'),
          backgroundColour('purple', '#7c3aed'),
          backgroundColour('black', '#101018'),
        ],
      },
      {
        title: 'Dark',
        orders: [
          backgroundColour('dark red', '#8a0008'),
          backgroundColour('dark green', '#006729'),
          backgroundColour('dark blue', '#002d9f'),
          backgroundColour('dark purple', '#49009a'),
          backgroundColour('dark grey', '#4d4d54'),
        ],
      },
      {
        title: 'Scene',
        orders: [
          scene('beach', 'a beach', 'beach'),
          scene('forest', 'a forest', 'forest'),
          scene('mountains', 'mountains', 'peaks'),
          scene('city', 'a city skyline', 'skyline'),
          scene('space', 'outer space', 'space'),
          scene('kitchen', 'a kitchen', 'kitchen'),
          scene('stage', 'a stage', 'stage'),
          scene('night sky', 'a night sky', 'night'),
        ],
      },
    ],
  },
  {
    part: 'logo',
    title: 'Logo',
    rows: [
      {
        title: 'Corner',
        orders: [
          logoCorner('top left', 'top-left'),
          logoCorner('top right', 'top-right'),
          logoCorner('bottom left', 'bottom-left'),
          logoCorner('bottom right', 'bottom-right'),
          { label: 'no logo', order: 'Remove the logo.', kind: 'logo', meaning: { part: 'logo', change: 'remove', value: null } },
        ],
      },
    ],
  },
  {
    part: 'ornament',
    title: 'Ornaments',
    rows: [
      { title: 'Add', orders: [addition('arrow', 'an arrow'), addition('quotes', 'quotation marks'), addition('sparks', 'sparks'), addition('frame', 'a frame')] },
      { title: 'Remove', orders: [removal('arrow', 'arrow'), removal('quotes', 'quotation marks'), removal('sparks', 'sparks'), removal('frame', 'frame')] },
    ],
  },
];

const ORDERS = PARTS.flatMap(({ rows }) => rows.flatMap(({ orders }) => orders));

/** The word for a value that a button offers, such as `yellow` for `#facc15`. @param {Pick<Meaning, 'change' | 'value'>} meaning */
export const wordOf = ({ change, value }) => ORDERS.find(({ meaning }) => meaning.change === change && meaning.value === value)?.label ?? value;

/** Whether a button has written this order. Each order has a line of its own, so that no title in another line takes it up. @param {string} text @param {Order} order */
export const isWritten = (text, { order }) => text.split('\n').includes(order);

/** The text after a press: without the order if it was written, or else with it in place of others of its kind. @param {string} text @param {Order} pressed */
export function afterPress(text, pressed) {
  const replaced = ORDERS.filter(({ kind }) => kind === pressed.kind).map(({ order }) => order);
  const rest = text.split('\n').filter((line) => !replaced.includes(line));
  if (isWritten(text, pressed)) return rest.join('\n');
  const end = rest.findLastIndex((line) => line.trim() !== '') + 1;
  return [...rest.slice(0, end), pressed.order].join('\n');
}
