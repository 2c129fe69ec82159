/** The limits and choices of settings for the Python package, written by `npm run docs`. */
import { LARGEST } from '../format/parse.js';
import { FIELDS, MAX_DECIMALS } from '../heatmap/input.js';
import { FIGURE_IDS } from '../rooms/contrast/figures.js';
import { contrast, optionsOf as optionsIn } from '../rooms/contrast/settings.js';
import { freshState as freshMistake } from '../rooms/contrast/state.js';
import { LESSON_IDS, lessonOf, isStory } from '../rooms/learn/lessons/index.js';
import { learn } from '../rooms/learn/settings.js';
import { freshState } from '../rooms/learn/state/state.js';
import { OUTLINES } from '../rooms/learn/stories/options.js';
import { maps, NUMBERS } from '../rooms/maps/settings.js';
import { masks, MAX_HEADS, MAX_SIDE } from '../rooms/masks/settings.js';
import { kebab } from '../state/attributes.js';
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
 * What a figure may be given, by the names of options in Python: those of attributes, or in links if a
 * setting has no attribute. As Python writes it: a tuple of choices, a range of whole numbers, the text in
 * links for True, or None for other texts.
 *
 * @param {{ fields: Record<string, Field<any>> }} room
 * @param {any} state
 * @param {readonly string[]} apart - parameters of links that are no options
 * @returns {[option: string, accepted: string][]}
 */
function optionsOf(room, state, apart) {
  return Object.entries(room.fields).flatMap(([setting, group]) =>
    Object.entries(group.kind.members ?? { [setting]: group }).flatMap(([name, { kind, use }]) => {
      const { parameter = name, attribute = kebab(name), applies } = use;
      const isOption = parameter !== null && !kind.put && !apart.includes(parameter);
      if (!isOption || !group.use.applies(state) || !applies(state)) return [];
      const isAttribute = kind.parse !== undefined && attribute !== null && group.use.attribute !== null;
      const option = isAttribute ? attribute.replaceAll('-', '_') : parameter;
      if (option !== parameter) LINK_NAMES[option] = parameter;
      return [/** @type {[string, string]} */ ([option, accepted(kind, state, isAttribute)])];
    }),
  );
}

/** The options of a lesson. @param {State} state */
function optionsOfLesson(state) {
  const { lesson } = state;
  const hasPair = !isStory(lesson) && lesson !== 'own' && lesson !== 'distance';
  const choices = isStory(lesson) ? Object.entries(OUTLINES[lesson].options) : [];
  return Object.fromEntries([
    ...optionsOf(learn, state, APART),
    ...(hasPair ? ['query', 'key'] : []).map((side) => [side, `range(0, ${lessonOf(state).tokens.length})`]),
    ['paste', 'None'],
    ...choices.map(([name, option]) => [name, tuple(option.choices)]),
  ]);
}

/** The options of a mistake; the page checks those that depend on others. @param {string} figure */
function optionsOfMistake(figure) {
  const fresh = freshMistake(figure);
  const most = 'past' in optionsIn(fresh) ? { past: 8 } : { tokens: 16 };
  return Object.fromEntries([
    ...optionsOf(contrast, { ...fresh, options: most }, APART),
    ...['query', 'key'].map((side) => [side, 'range(0, 32)']),
  ]);
}

/** The options of masks; likewise. */
function optionsOfMasks() {
  const most = { ...masks.fresh(), queries: MAX_SIDE, keys: MAX_SIDE, heads: MAX_HEADS };
  return entries([
    ...optionsOf(masks, most, [...APART, ...APART_OF_MASKS]),
    ...['query', 'key'].map((side) => /** @type {[string, string]} */ ([side, `range(0, ${MAX_SIDE})`])),
  ]);
}

/** The names in links of options that have another name as an attribute. @type {Record<string, string>} */
const LINK_NAMES = {};

/** Parameters of links that are arguments with other names, or more than texts. */
const APART = ['lesson', 'figure', 'step', 'language', 'theme', 'map'];
/** Those of masks: arguments, and what only the room shows. */
const APART_OF_MASKS = ['mask', 'queries', 'keys', 'same', 'bytes', 'speed', 'code', 'table', 'cursor'];

/**
 * @param {Field<any>['kind']} kind @param {any} state
 * @param {boolean} isAttribute - attributes count heads from 0, links from 1
 */
function accepted({ type, choices, limits, most, parse, write, from = 0 }, state, isAttribute) {
  if (choices) return tuple(choices, type.includes('number'));
  if (parse === FIELDS.digits.kind.parse) return tuple(['auto', 'full', ...Array(MAX_DECIMALS + 1).keys()]);
  if (type === 'boolean' && !limits)
    return isAttribute && parse ? `"${write(parse('', state), state)}"` : 'None';
  if (!limits || typeof most === 'object') return 'None';
  const last = typeof most === 'function' ? most(state) : limits[1];
  const first = isAttribute ? 0 : from;
  return `range(${limits[0] + first}, ${last + first + 1})`;
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

/** The names of the most steps that a lesson has. @param {string} id */
function stepsOf(id) {
  const [fresh, most] = [freshState(id), largest(id)].map((state) => lessonOf(state).steps);
  return most.length > fresh.length ? most : fresh;
}

/** A dictionary of Python. @param {[string, string][]} list */
const entries = (list) => `{${list.map(([name, text]) => `"${name}": ${text}`).join(', ')}}`;

/**
 * The options of all figures of a kind, and those that only one has.
 *
 * @param {string} kind @param {readonly string[]} ids @param {(id: string) => Record<string, string>} of
 */
function tables(kind, ids, of) {
  const all = ids.map((id) => ({ id, options: of(id) }));
  const isCommon = (/** @type {[string, string]} */ [name, text]) =>
    all.every(({ options }) => options[name] === text);
  const own = all.map(
    ({ id, options }) =>
      `    "${id}": ${entries(Object.entries(options).filter((each) => !isCommon(each)))},\n`,
  );
  return `${kind}_OPTIONS: Options = {
${Object.entries(all[0].options)
  .filter(isCommon)
  .map(([name, text]) => `    "${name}": ${text},\n`)
  .join('')}}
#: Those of one ${kind.toLowerCase()}, which replace the others.
OPTIONS_OF_${kind}: dict[str, Options] = {
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

#: The names of the steps of each lesson.
LESSON_STEPS = {${LESSON_IDS.map((id) => `"${id}": ${tuple(stepsOf(id))}`).join(', ')}}
#: What a figure may be given: choices, with \`float\` also numbers; a range of whole numbers; the text in links that
#: stands for True; or None for other texts.
Options = dict[str, tuple[str | type, ...] | range | str | None]
${tables('LESSON', LESSON_IDS, (id) => optionsOfLesson(largest(id)))}
MASK_OPTIONS: Options = ${optionsOfMasks()}
${tables('MISTAKE', FIGURE_IDS, optionsOfMistake)}
#: The names in links of options that have other names there.
LINK_NAMES = ${entries(Object.entries(LINK_NAMES).map(([option, name]) => [option, JSON.stringify(name)]))}
`;
}
