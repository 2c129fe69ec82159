/** The steps of the stories, and their options, which are part of the state. */

/** @typedef {{ choices: readonly string[], initial: string }} Option */
/** @typedef {{ steps: string[], options: Record<string, Option> }} Outline */

/** The indices of the words of the first sentence. The last one is the second "met". */
const INDICES = numbers(0, 7);

/** The sentences that the first story can be tried with, and the last words for the first of them. */
export const SENTENCES = ['bath', 'Elizabeth', 'short'];
export const LAST_WORDS = ['met', 'in', 'Bath', 'Elinor', 'Jane', 'saw', 'left', 'very', 'house'];
/** The sentences of the story about the mask, and the changes of their later words. */
export const AHEAD_TEXTS = ['met', 'manners', 'Woodhouse'];
/** The choices for the word after "Elinor met", by alphabet: the three likeliest words and the right one. */
export const NEXT_WORDS = ['her', 'him', 'Jane', 'with'];
export const LATER_WORDS = ['Lucy', 'again', 'Bath'];
/** The numbers of features of a query: powers of two, so that a slider has few stops. */
export const SIZES = Array.from({ length: 11 }, (_, power) => String(2 ** power));

const SWITCH = ['on', 'off'];

/** The stories by id, in order. @type {Record<string, Outline>} */
export const OUTLINES = {
  first: {
    steps: ['look', 'ask', 'match', 'share', 'mix', 'try', 'byhand'],
    options: {
      guess: { choices: ['none', 'shown', ...INDICES], initial: 'none' },
      word: { choices: INDICES, initial: '7' },
      key: { choices: INDICES, initial: '2' },
      values: { choices: ['plain', 'weighted'], initial: 'weighted' },
      text: { choices: SENTENCES, initial: 'bath' },
      last: { choices: LAST_WORDS, initial: 'met' },
    },
  },
  ahead: {
    steps: ['guess', 'peek', 'mask', 'change', 'grow', 'numbers'],
    options: {
      guess: { choices: ['none', 'shown', ...NEXT_WORDS], initial: 'none' },
      hide: { choices: SWITCH, initial: 'on' },
      text: { choices: AHEAD_TEXTS, initial: 'met' },
      later: { choices: LATER_WORDS, initial: 'Lucy' },
      length: { choices: numbers(8, 13), initial: '8' },
    },
  },
  scaling: {
    steps: ['grow', 'divide', 'numbers'],
    options: { d: { choices: SIZES, initial: '64' } },
  },
  'two-heads': {
    steps: ['before', 'after', 'both', 'relay'],
    options: { row: { choices: INDICES, initial: '7' } },
  },
  order: {
    steps: ['swap', 'positions', 'mask'],
    options: {
      bare: { choices: SWITCH, initial: 'off' },
      swapped: { choices: SWITCH, initial: 'off' },
      placed: { choices: SWITCH, initial: 'on' },
    },
  },
};

/** Whole numbers as strings; both ends are included. @param {number} least @param {number} most */
function numbers(least, most) {
  return Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
}
