import { fixed } from '../../../format/decimal.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { State } from '../../../types.js' */
/** @import { View } from '../../../ui/html.js' */
/** @import { Engine } from './attended.js' */
/** @import { StoryWords } from '../words/en-stories.js' */

/**
 * What a step of a story is drawn from.
 *
 * @typedef {object} StoryContext
 * @property {Engine} engine
 * @property {StoryWords} t
 * @property {Language} language
 * @property {State['map']} map
 * @property {Record<string, string>} choice - what the reader chose, or how the story opens, by option
 * @property {(patch: Record<string, string>) => void} choose
 * @property {(lesson: string, step?: string) => void} go - opens another lesson
 * @property {number} width - of the room for a figure, CSS pixels
 * @property {number} height
 * @property {(text: string, size: number) => number} measure - the width of a text in the serif font
 * @property {string} sentence - what the step says, with the marks of the stage
 * @property {string[]} lit - the highlighted parts of the sentence
 * @property {(part: string | null) => void} light
 */

/**
 * One step of a story.
 *
 * @typedef {object} StoryStep
 * @property {string} sentence - one to three short sentences, with the marks of rich.js
 * @property {string} [note] - what is set small below
 * @property {View} figure
 * @property {View} [controls] - what the reader can change, beside the sentence
 * @property {boolean} [isWide] - whether the figure stands below the sentence, in the middle of the stage
 */

/** Draws a step. @typedef {(step: string, context: StoryContext) => StoryStep} DrawStep */

/**
 * A number with so many decimals, as the language writes it.
 *
 * @param {Language} language @param {number} value @param {number} decimals
 */
export function decimal(language, value, decimals) {
  const text = fixed(Math.abs(value), decimals);
  const isNegative = value < 0 && /[1-9]/.test(text);
  return `${isNegative ? '−' : ''}${language === 'en' ? text : text.replace('.', ',')}`;
}

/**
 * A share as whole percents, or with one decimal below 1 %.
 *
 * @param {Language} language @param {number} share
 */
export function percent(language, share) {
  return `${decimal(language, share * 100, share < 0.01 ? 1 : 0)}\u202F%`;
}
