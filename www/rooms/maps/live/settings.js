import { choice, custom, int, real } from '../../../state/fields.js';
import { BrokenLink, integer } from '../../../state/fragment-values.js';
/** @import { Field } from '../../../state/fields.js' */

/** @typedef {{ layer: number, head: number }} Head */

/** The limits of the settings of a running model. */
export const LIMITS = Object.freeze({
  text: 4000,
  name: 255,
  seed: 2 ** 31 - 1,
  layer: 1023,
  head: 1023,
  off: 256,
});

/** The sentence that the room opens with. */
export const SENTENCE = 'Elinor met Jane in Bath; Elinor met';

/**
 * The text that the running model reads; null if the heads are from a file. It is what is shown, so it comes
 * first in links.
 */
export const TEXT = custom({
  type: 'string',
  read(text) {
    if (text.length > LIMITS.text) throw new BrokenLink('text');
    return text;
  },
  write: String,
})
  .optional()
  .subject()
  .attribute(null)
  .with({ isWritten: (text) => text !== null });

/** The name of the reader's own model, which is not in the link itself; null for the small model. */
export const MODEL = custom({
  read(name) {
    if (name.length > LIMITS.name) throw new BrokenLink('model');
    return name;
  },
})
  .optional()
  .attribute(null)
  .with({ applies: ({ text }) => text !== null });

/**
 * A setting that only a running model has.
 *
 * @template T
 * @param {Field<T>} field
 */
const ofText = (field) =>
  field
    .attribute(null)
    .undoable()
    .with({ applies: ({ text }) => text !== null });

/** What the reader sets for the running model. */
export const OF_TEXT = {
  /** The heads that are off. */
  off: ofText(
    custom({
      read: readHeads,
      write: (/** @type {readonly Head[]} */ heads) =>
        heads.map(({ layer, head }) => `${layer}:${head}`).join(','),
    }).is(/** @type {readonly Head[]} */ (Object.freeze([]))),
  ),
  /** What replaces the output of a head that is off. */
  replacement: ofText(choice(/** @type {const} */ (['zero', 'mean']))),
  temperature: ofText(real(0, 10).is(1)),
  topK: ofText(int(0, 1000).is(0)),
  topP: ofText(real(0, 1).is(1)),
  seed: ofText(int(0, LIMITS.seed).is(1)),
};

/** @param {string} text @returns {readonly Head[]} */
function readHeads(text) {
  const heads = text.split(',').map((pair) => {
    const [layer, head, ...rest] = pair.split(':');
    if (head === undefined || rest.length > 0) throw new BrokenLink(text);
    return { layer: integer(layer, 0, LIMITS.layer), head: integer(head, 0, LIMITS.head) };
  });
  if (heads.length > LIMITS.off) throw new BrokenLink('off');
  return heads;
}
