/** @import { Count, Role } from './types.js' */

/** @type {Map<string, Exclude<Role, null>>} */
const ROLES = new Map([
  ['q', 'q'],
  ['query', 'q'],
  ['queries', 'q'],
  ['wq', 'q'],
  ['k', 'k'],
  ['key', 'k'],
  ['keys', 'k'],
  ['wk', 'k'],
  ['v', 'v'],
  ['value', 'v'],
  ['values', 'v'],
  ['wv', 'v'],
  ['qkv', 'qkv'],
]);
/** @param {string} text - words separated by spaces */
const wordSet = (text) => new Set(text.split(' '));

const STEPS = wordSet('step steps t time token tok pos position gen iter iteration');
const LAYERS = wordSet('layer layers block blocks blk h l resblocks');
const HEADS = wordSet('head heads hd');
/** Words for weights, also after a role: `query_key_weights`. */
const WEIGHTS = wordSet(
  'weights probs probabilities pattern patterns attn attention attentions scores map maps',
);
/** Words for tensors that are not attention. */
const OTHER = wordSet(
  'mask masks ids embed embedding embeddings wte wpe hidden logits loss positions position ' +
    'labels mlp resid norm ln',
);
/** Words for tensors that are not weights in names with the word attention: masks and outputs. */
const NOT_WEIGHTS = wordSet('mask masks out output outputs mlp');
/** Words for layers of a model with learned parameters. */
const LEARNED = wordSet(
  'proj projection dense linear lin fc c ln norm layernorm embed embedding embeddings wte ' +
    'wpe mlp conv self lm gate up down o q k v query key value qkv',
);

/** The words and numbers of a name: `self_attn.qProj3` has self, attn, q, proj, 3. @param {string} name */
export function wordsOf(name) {
  return (
    name
      .replace(/(\p{Ll}|\d)(\p{Lu})/gu, '$1 $2')
      .toLowerCase()
      .match(/\p{L}+|\d+/gu) ?? []
  );
}

/**
 * The role of a tensor by its name. The last word counts, as in `past_key_values.0.key`.
 *
 * @param {string[]} words @returns {Role}
 */
export function roleOf(words) {
  const at = words.findLastIndex((word) => ROLES.has(word));
  if (at === -1 || words.slice(at + 1).some((word) => WEIGHTS.has(word))) return null;
  const roles = words.map((word) => ROLES.get(word) ?? null);
  // "query_key" names the axes of weights.
  return roles.includes('q') && roles.includes('k') ? null : roles[at];
}

/**
 * The common part of names that differ in numbers or in the role q, k or v.
 *
 * @param {string[]} words
 * @param {Role} role
 * @returns {{ key: string, numbers: number[], counts: Count[] }}
 */
export function patternOf(words, role) {
  const last = role ? words.findLastIndex((word) => ROLES.has(word)) : -1;
  /** @type {number[]} */
  const numbers = [];
  /** @type {Count[]} */
  const counts = [];
  const key = words.map((word, at) => {
    if (at === last) return '*';
    if (!/^\d/.test(word)) return word;
    const before = words[at - 1] ?? '';
    // "l3h5" is layer 3, head 5.
    const head = HEADS.has(before) || (before === 'h' && numbers.length > 0);
    // Single heads of q and k are not combined.
    if (head && role) return word;
    numbers.push(Number(word));
    counts.push(head ? 'head' : LAYERS.has(before) ? 'layer' : STEPS.has(before) ? 'step' : null);
    return '#';
  });
  return { key: key.join('.'), numbers, counts };
}

/**
 * Whether a tensor contains learned parameters: `h.0.attn.c_attn.weight`,
 * `encoder.layer.0.attention.self.query.bias`.
 *
 * @param {string[]} words
 * @param {number} axes - the number of axes
 */
export function isLearned(words, axes) {
  const last = words.at(-1);
  return (
    last === 'bias' ||
    (last === 'weight' && axes <= 2 && words.slice(0, -1).some((word) => LEARNED.has(word)))
  );
}

/** Whether a name says that a tensor is neither weights nor q, k or v. @param {string[]} words */
export function isOther(words) {
  if (words.some((word) => WEIGHTS.has(word) && word !== 'attn' && word !== 'attention')) return false;
  const set = words.includes('attn') || words.includes('attention') ? NOT_WEIGHTS : OTHER;
  return words.some((word) => set.has(word));
}

/**
 * Whether a tensor is an attention mask, (tokens) or (texts, tokens).
 *
 * @param {string} name @param {number[]} shape
 */
export const isPaddingMask = (name, shape) =>
  /(?:^|[./])attention_mask$/.test(name) && [1, 2].includes(shape.length);

/** How likely it is that a name means weights; larger is more likely. @param {string[]} words */
export function weightedName(words) {
  if (words.some((word) => word === 'scores' || word === 'logits')) return 1;
  return words.some((word) => WEIGHTS.has(word)) ? 2 : 0;
}

/**
 * What tensors of weights may contain by their name, the most likely first. `attn_scores` are scores before
 * softmax. "Attention scores" and "attention logits" may be scores, but weights are also called so.
 *
 * @param {string[]} words @returns {('weights' | 'scores')[]}
 */
export function numbersByName(words) {
  const at = words.findIndex((word) => word === 'scores' || word === 'logits');
  if (at === -1) return ['weights'];
  return words[at] === 'scores' && words[at - 1] === 'attn' ? ['scores', 'weights'] : ['weights', 'scores'];
}

/** The maximum length of a displayed name in characters. */
const SHOWN = 48;

/**
 * Shortens a name and removes invisible characters and those that change the writing direction.
 *
 * @param {string} name
 */
export function shownName(name) {
  const letters = Array.from(
    name.slice(0, 4 * SHOWN).replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]/gu, '\u{FFFD}'),
  );
  return letters.length > SHOWN ? `${letters.slice(0, SHOWN - 1).join('')}…` : letters.join('');
}
