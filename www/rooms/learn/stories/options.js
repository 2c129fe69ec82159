import { choice } from '../../../state/fragment-values.js';
import table from './outline.json' with { type: 'json' };
/** @import { Parameters } from '../../../state/fragment-frame.js' */
/** @import { State } from '../../../types.js' */

/** @typedef {{ worksheet: string, steps: string[], options: Record<string, { choices: readonly string[], initial: string }> }} Outline */

/**
 * The stories by id, in order: their steps, their options, which are part of the state, and the lesson whose
 * worksheet they use: the matrices of stories come from a trained model and are too wide to compute by hand.
 *
 * @type {Record<string, Outline>}
 */
export const OUTLINES = table;

/**
 * The value of each option of a story.
 *
 * @param {Pick<State, 'lesson' | 'story'>} state @returns {Record<string, string>}
 */
export function choicesOf({ lesson, story }) {
  const initial = Object.entries(OUTLINES[lesson].options).map(([name, option]) => [name, option.initial]);
  return { ...Object.fromEntries(initial), ...story };
}

/**
 * Changes options. The result contains only those that differ from their initial values.
 *
 * @param {State} state @param {Record<string, string>} patch
 */
export function withChoices({ lesson, story }, patch) {
  const { options } = OUTLINES[lesson];
  const all = Object.entries({ ...story, ...patch });
  return Object.fromEntries(all.filter(([name, value]) => value !== options[name].initial));
}

/**
 * Writes the options of a story to a link.
 *
 * @param {URLSearchParams} out @param {Record<string, string>} story
 */
export function writeStory(out, story) {
  for (const [name, value] of Object.entries(story)) out.set(name, value);
}

/** Reads them from a link. @param {string} lesson @param {Parameters} values */
export function readStory(lesson, values) {
  /** @type {Record<string, string>} */
  const story = {};
  for (const [name, { choices, initial }] of Object.entries(OUTLINES[lesson].options))
    values.with(name, (text) => {
      const value = choice(text, choices);
      if (value !== initial) story[name] = value;
    });
  return story;
}
