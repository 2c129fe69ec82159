/** The stories as data: their steps, and what the reader can choose in them, which is part of the state. */

/** @typedef {{ choices: readonly string[], initial: string }} Option */
/** @typedef {{ steps: string[], options: Record<string, Option> }} Outline */

/** The places in the first sentence; the last one is that of the second "met". */
const PLACES = numbers(0, 7);

/** The sentences that the first lesson can be tried with, and last words for the first of them. */
export const SENTENCES = ['bath', 'Elizabeth', 'short'];
export const LAST_WORDS = ['met', 'in', 'Bath', 'Elinor', 'Jane', 'saw', 'left', 'very', 'house'];
/** The sentences that are looked ahead in, and what later words can be changed to. */
export const AHEAD_TEXTS = ['met', 'manners', 'Woodhouse'];
export const LATER_WORDS = ['Lucy', 'again', 'Bath'];
/** Numbers in a query and a key: powers of two, so that a slider has few stops. */
export const SIZES = Array.from({ length: 11 }, (_, power) => String(2 ** power));

const SWITCH = ['on', 'off'];

/** The stories by id, in their order. @type {Record<string, Outline>} */
export const OUTLINES = {
  first: {
    steps: ['look', 'ask', 'match', 'share', 'mix', 'try', 'byhand'],
    options: {
      guess: { choices: ['none', 'shown', ...PLACES], initial: 'none' },
      word: { choices: PLACES, initial: '7' },
      key: { choices: PLACES, initial: '2' },
      values: { choices: ['plain', 'weighted'], initial: 'weighted' },
      text: { choices: SENTENCES, initial: 'bath' },
      last: { choices: LAST_WORDS, initial: 'met' },
    },
  },
  ahead: {
    steps: ['guess', 'peek', 'mask', 'change', 'grow', 'numbers'],
    options: {
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
    options: { row: { choices: PLACES, initial: '7' } },
  },
  order: {
    steps: ['swap', 'positions', 'mask'],
    options: { placed: { choices: SWITCH, initial: 'on' } },
  },
};

/** Whole numbers as texts, both ends included. @param {number} least @param {number} most */
function numbers(least, most) {
  return Array.from({ length: most - least + 1 }, (_, i) => String(least + i));
}
