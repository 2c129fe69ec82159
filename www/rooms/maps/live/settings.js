import { choice, custom, int, real } from '../../../state/fields.js';
import { BrokenLink, integer } from '../../../state/fragment-values.js';
/** @import { Field } from '../../../state/fields.js' */

/** @typedef {{ layer: number, head: number }} Head */
/**
 * What can be off: a head, the MLP of a layer, or the value of a token in all heads of a layer; of all
 * layers, if the layer is null.
 *
 * @typedef {Head | { layer: number, mlp: true } | { layer: number | null, token: number }} Off
 */

/** What can be asked about the running model. */
export const QUESTIONS = /** @type {const} */ (['why', 'ranking', 'patch', 'lens', 'tokens', 'find']);

/** @typedef {typeof QUESTIONS[number]} Question */

/** The limits of the settings of a running model. */
export const LIMITS = Object.freeze({
  text: 4000,
  name: 255,
  seed: 2 ** 31 - 1,
  layer: 1023,
  head: 1023,
  off: 256,
  token: 2 ** 22,
});

/** The sentence that the room opens with. */
export const SENTENCE = 'Elinor met Jane in Bath; Elinor met';

/**
 * The text that the running model reads; null if the heads are from a file. It is what is shown, so it comes
 * first in links.
 */
export const TEXT = custom({
  type: 'string',
  read: readText,
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
  /** What is off. */
  off: ofText(
    custom({
      read: readOff,
      write: (/** @type {readonly Off[]} */ off) => off.map(writeOff).join(','),
    }).is(/** @type {readonly Off[]} */ (Object.freeze([]))),
  ),
  /** What replaces the parts that are off; `text`: those of another text. */
  replacement: ofText(choice(/** @type {const} */ (['zero', 'mean', 'text']))),
  /** A second sentence, whose parts replace those of the text. */
  second: ofText(custom({ type: 'string', read: readText, write: String }).optional()),
  /** The token whose logit and probability are compared; null for the likeliest one. */
  answer: ofText(int(0, LIMITS.token).optional()),
  /** The question whose answer is open. */
  asked: choice(QUESTIONS)
    .optional()
    .attribute(null)
    .with({ applies: ({ text }) => text !== null }),
  temperature: ofText(real(0, 10).is(1)),
  topK: ofText(int(0, 1000).is(0)),
  topP: ofText(real(0, 1).is(1)),
  seed: ofText(int(0, LIMITS.seed).is(1)),
};

/** @param {string} text */
function readText(text) {
  if (text.length > LIMITS.text) throw new BrokenLink('text');
  return text;
}

/** @param {string} text @returns {readonly Off[]} */
function readOff(text) {
  const off = text.split(',').map((written) => {
    const [first, second, ...rest] = written.split(':');
    if (rest.length > 0) throw new BrokenLink(text);
    if (second === undefined) return { layer: null, token: readToken(first) };
    const layer = integer(first, 0, LIMITS.layer);
    if (second === 'mlp') return { layer, mlp: /** @type {const} */ (true) };
    if (second.startsWith('v')) return { layer, token: readToken(second) };
    return { layer, head: integer(second, 0, LIMITS.head) };
  });
  if (off.length > LIMITS.off) throw new BrokenLink('off');
  return off;
}

/** The position of a token in `v3`. @param {string} written */
function readToken(written) {
  if (!written.startsWith('v')) throw new BrokenLink(written);
  return integer(written.slice(1), 0, LIMITS.text);
}

/** @param {Off} off */
function writeOff(off) {
  if ('head' in off) return `${off.layer}:${off.head}`;
  if ('mlp' in off) return `${off.layer}:mlp`;
  return off.layer === null ? `v${off.token}` : `${off.layer}:v${off.token}`;
}

/** Whether a part is off. @param {readonly Off[]} off @param {Off} part */
export const isOff = (off, part) => off.some((each) => writeOff(each) === writeOff(part));

/**
 * What is off after a part is switched.
 *
 * @param {readonly Off[]} off
 * @param {Off} part
 * @returns {readonly Off[]}
 */
export const switched = (off, part) =>
  isOff(off, part) ? off.filter((each) => writeOff(each) !== writeOff(part)) : [...off, part];

/**
 * A part that is off in words.
 *
 * @param {Off} part
 * @param {import('../../../words/languages.js').Strings} t
 * @param {readonly ({ text: string } | undefined)[]} tokens - of the text
 */
export function nameOff(part, t, tokens) {
  const words = t.maps.live.parts;
  if ('head' in part) return `${part.layer}·${part.head}`;
  if ('mlp' in part) return words.mlp({ layer: String(part.layer) });
  const token = tokens[part.token]?.text.trim() || String(part.token);
  const at = String(part.token);
  return part.layer === null
    ? words.valueEverywhere({ token, at })
    : words.value({ token, at, layer: String(part.layer) });
}
