import { decimal } from '../../../format/display.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { State } from '../../../types.js' */
/** @import { View } from '../../../ui/html.js' */
/** @import { Engine } from './attention.js' */
/** @import { Strings } from '../../../words/languages.js' */

/**
 * The input of a step of a story.
 *
 * @typedef {object} StoryContext
 * @property {Engine} engine
 * @property {Strings['stories']} t
 * @property {Language} language
 * @property {State['map']} map
 * @property {Record<string, string>} choice - the value of each option
 * @property {(patch: Record<string, string>) => void} choose - changes options
 * @property {(milliseconds: number) => void} play - gives the step time for a motion
 * @property {(lesson: string, step?: string) => void} go - opens another lesson
 *
 * The input of the figure of a step.
 *
 * @typedef {StoryContext & StorySpace} FigureContext
 * @typedef {object} StorySpace
 * @property {number} width - the space for the figure, in CSS pixels
 * @property {number} height
 * @property {(text: string, size: number) => number} measure - the width of a text in the serif font
 * @property {string} sentence - the sentence of the step, with the marks of the stage
 * @property {boolean} isNarrow - whether the page is as narrow as a phone
 * @property {{ text: string, act: (() => void) | null }} main - what the main button of the stage does
 * @property {string[]} lit - the highlighted parts of the sentence
 * @property {(part: string | null) => void} light - highlights a part of the sentence
 */

/**
 * One step of a story.
 *
 * @typedef {object} StoryStep
 * @property {string} sentence - one to three short sentences, with the marks of rich.js
 * @property {string} [lead] - a line above the sentence
 * @property {string} [note] - small print
 * @property {{ text: string, act: () => void }} [reveal] - shows the answer; the main button does this first
 * @property {View} [foot] - the left part of the footer, for a figure that contains the main button
 * @property {(context: FigureContext) => View} figure
 * @property {number} [plays] - the duration of the motion with which the step begins, in milliseconds
 * @property {View} [controls]
 * @property {boolean} [isWide] - whether the figure is below the sentence, in the middle of the stage, instead
 *   of beside it
 */

/** The steps of a story by name. @typedef {Record<string, (context: StoryContext) => StoryStep>} Story */

/** A note of several parts, some of which may be empty. @param {...string} parts */
export function joined(...parts) {
  return parts.filter(Boolean).join(' ');
}

export { decimal };

/**
 * Formats a share in percent, with one decimal below 1 %.
 *
 * @param {Language} language @param {number} share
 */
export function percent(language, share) {
  return `${decimal(language, share * 100, share < 0.01 ? 1 : 0)}\u202F%`;
}

/**
 * Marks in sentences: `_met_` is a word of the figure's sentence, `_met@7_` the word at that index, and
 * `*Jane*` an important one. Pointing at a word of the figure highlights its mark, and the other way round.
 */

const MARK = /_([^_@]+)(?:@(\d+))?_|\*([^*@]+)(?:@(\d+))?\*/g;

/** Replaces characters that the stage does not accept in the name of a part. @param {string} text */
const slug = (text) => text.replaceAll(/\W+/gu, '_');

/** Converts marks to those of the stage. @param {string} text */
export function marked(text) {
  return text.replaceAll(MARK, (_, word, place, term, at) =>
    word === undefined ? `[term_${at ?? slug(term)}:${term}]` : `[word_${place ?? slug(word)}:${word}]`,
  );
}

/** Removes marks. @param {string} text */
export function unmarked(text) {
  return text.replaceAll(MARK, '$1$3');
}

/**
 * The name of the part of a sentence that marks a word of the figure, or null.
 *
 * @param {string} sentence - with the marks of the stage
 * @param {string} word
 * @param {number} place
 */
export function partOf(sentence, word, place) {
  const names = [String(place), slug(word)].flatMap((each) => [`word_${each}`, `term_${each}`]);
  return names.find((name) => sentence.includes(`[${name}:`)) ?? null;
}
