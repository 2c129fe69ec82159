/** The limits and choices of settings for the Python package, written by `npm run docs`. */
import { LARGEST } from '../format/parse.js';
import { FIELDS, MAX_DECIMALS } from '../heatmap/input.js';
import { LESSON_IDS, lessonOf, isStory } from '../rooms/learn/lessons/index.js';
import { learn } from '../rooms/learn/settings.js';
import { freshState } from '../rooms/learn/state/state.js';
import { OUTLINES } from '../rooms/learn/stories/options.js';
import { maps, NUMBERS } from '../rooms/maps/settings.js';
import { masks } from '../rooms/masks/settings.js';
import { DISPLAY } from '../state/fields.js';
/** @import { Field } from '../state/fields.js' */
/** @import { State } from '../types.js' */

/** The path of the module, from the root. */
export const PYTHON_SETTINGS = 'python/src/heedmap/_settings.py';

/** The type of each setting: its choices. @type {Record<string, readonly unknown[]>} */
const TYPES = {
  Language: DISPLAY.language.choices,
  Theme: DISPLAY.theme.choices,
  Colormap: DISPLAY.map.choices,
  Kind: NUMBERS,
  View: maps.fields.view.choices,
  Source: maps.fields.source.choices,
  Scale: FIELDS.scale.choices,
};
/** The largest numbers that the page takes. */
const LIMITS = {
  MAX_MASK: masks.fields.queries.limits[1],
  MAX_MATRIX: LARGEST,
  MAX_DIGITS: MAX_DECIMALS,
};

/**
 * What the link of a state may have, by the names in links, as Python writes it: a tuple of choices, a range
 * of whole numbers, or None for other texts.
 *
 * @param {State} state
 * @returns {Record<string, string>}
 */
function optionsOf(state) {
  const fields = Object.entries(learn.fields).flatMap(([name, field]) =>
    Object.entries(field.kind.members ?? { [name]: field }).map(
      ([member, each]) =>
        /** @type {[string, Field<any>]} */ ([member, each.with({ applies: bothApply(field, each) })]),
    ),
  );
  const named = fields.flatMap(([name, { kind, use }]) => {
    const { parameter = name, applies } = use;
    const isOption = parameter !== null && applies(state) && !kind.put && !APART.includes(parameter);
    return isOption ? [[parameter, accepted(kind, state)]] : [];
  });
  const choices = isStory(state.lesson) ? Object.entries(OUTLINES[state.lesson].options) : [];
  return {
    ...Object.fromEntries(named),
    paste: 'None',
    ...Object.fromEntries(choices.map(([name, option]) => [name, tuple(option.choices)])),
  };
}

/** Parameters of links that are arguments with other names, or more than texts. */
const APART = ['lesson', 'step', 'language', 'theme'];

/** @param {Field<any>} group @param {Field<any>} field @returns {(state: State) => boolean} */
const bothApply = (group, field) => (state) => group.use.applies(state) && field.use.applies(state);

/** @param {Field<any>['kind']} kind @param {State} state */
function accepted({ type, choices, limits, most, from = 0 }, state) {
  if (choices) return tuple(choices, type.includes('number'));
  if (type === 'boolean' && !limits) return 'None';
  if (!limits || typeof most === 'object') return 'None';
  const last = typeof most === 'function' ? most(state) : limits[1];
  return `range(${limits[0] + from}, ${last + from + 1})`;
}

/** A tuple of Python; with `float`, numbers are accepted too. */
function tuple(/** @type {readonly unknown[]} */ choices, hasNumbers = false) {
  const texts = choices.map((each) => JSON.stringify(String(each)));
  return `(${[...texts, ...(hasNumbers ? ['float'] : [])].join(', ')})`;
}

/** A state of a lesson with its most heads and steps. @param {string} id @returns {State} */
function largest(id) {
  const state = freshState(id);
  const { kind } = learn.fields.own;
  const [, heads] = kind.members?.heads.limits ?? [1, 1];
  return { ...state, own: { ...state.own, heads, kvHeads: heads, wO: 'drawn' } };
}

/** How many steps a lesson has at most. @param {string} id */
const stepsOf = (id) =>
  Math.max(...[freshState(id), largest(id)].map((state) => lessonOf(state).steps.length));

/** The options of all lessons, and those that only one lesson has. */
function lessonOptions() {
  const all = LESSON_IDS.map((id) => ({ id, options: optionsOf(largest(id)) }));
  const isCommon = (/** @type {[string, string]} */ [name, text]) =>
    all.every(({ options }) => options[name] === text);
  const entries = (/** @type {[string, string][]} */ list) =>
    `{${list.map(([name, text]) => `"${name}": ${text}`).join(', ')}}`;
  const own = all.map(
    ({ id, options }) =>
      `    "${id}": ${entries(Object.entries(options).filter((each) => !isCommon(each)))},\n`,
  );
  return `{
${Object.entries(all[0].options)
  .filter(isCommon)
  .map(([name, text]) => `    "${name}": ${text},\n`)
  .join('')}}
#: Those of one lesson, which replace the others.
OPTIONS_OF_LESSON: dict[str, dict[str, tuple[str | type, ...] | range | None]] = {
${own.join('')}}`;
}

/** The module. */
export function pythonSettings() {
  const types = Object.entries(TYPES).map(
    ([name, choices]) => `${name} = Literal[${choices.map((each) => JSON.stringify(each)).join(', ')}]`,
  );
  const limits = Object.entries(LIMITS).map(([name, most]) => `${name} = ${most}`);
  return `"""The choices and limits of the page's settings. \`npm run docs\` writes this file."""

from typing import Literal

${types.join('\n')}

${limits.join('\n')}

#: How many steps each lesson has.
LESSON_STEPS = {${LESSON_IDS.map((id) => `"${id}": ${stepsOf(id)}`).join(', ')}}
#: What links to lessons may have: choices, with \`float\` also numbers; a range of whole numbers; or None for other texts.
LESSON_OPTIONS: dict[str, tuple[str | type, ...] | range | None] = ${lessonOptions()}
`;
}
