/**
 * The custom elements manifest, for editors and other tools. The analyzer generates it from the comments of
 * the classes. Private members are removed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as analyzer from '@custom-elements-manifest/analyzer';
import { ELEMENTS } from '../build/scripts.mjs';
import { FIELDS as MAP } from '../heatmap/input.js';
import { LANGUAGES } from '../page/words/index.js';
import { contrast } from '../rooms/contrast/settings.js';
import { learn } from '../rooms/learn/settings.js';
import { FIELDS as MODEL } from '../rooms/maps/live/heed-model.js';
import { FIELDS as MAPS } from '../rooms/maps/settings.js';
import { masks } from '../rooms/masks/settings.js';
import { described } from '../state/described.js';
import { DISPLAY } from '../state/fields.js';
/** @import { Fields } from '../state/attributes.js' */

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The modules of the events, of the base class, and of `LifeCycle`, which all elements own. */
const BASES = ['element/events.js', 'element/room-element.js', 'element/life-cycle.js'];
/** The types of the analyzer do not cover its programmatic exports. */
const { create, ts } = /** @type {any} */ (analyzer);
/** The settings of each element, whose attributes are documented from them. */
const SETTINGS = {
  'heed-heads': MAPS,
  'heed-lesson': learn.fields,
  'heed-map': MAP,
  'heed-contrast': contrast.fields,
  'heed-mask': masks.fields,
  'heed-model': MODEL,
};
/** The public static members. */
const STATIC = ['tag', 'define'];

/** @typedef {{ name: string, description?: string, type?: { text: string }, default?: string, inheritedFrom?: { name: string } }} Item */
/** @typedef {Item & { kind: 'field' | 'method', privacy?: string, static?: boolean, readonly?: boolean, parameters?: (Item & { optional?: boolean })[], return?: { type: { text: string } } }} Member */
/** @typedef {{ kind: string, name: string, description: string, tagName?: string, customElement?: boolean, superclass?: { name: string }, members: Member[], attributes: Item[], events: Item[], slots: Item[], cssParts: Item[], cssProperties: Item[] }} Class */
/** @typedef {{ kind: string, name: string, declaration: { name: string, module: string } }} Export */
/** @typedef {{ path: string, declarations: Class[], exports: Export[] }} Module */

/** The manifest. @returns {{ schemaVersion: string, readme: string, modules: Module[] }} */
export function manifest() {
  const definitions = readdirSync(`${ROOT}www/define`)
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => `define/${name}`);
  const paths = [...BASES, ...Object.values(ELEMENTS), ...definitions].map((path) => `www/${path}`);
  const sources = paths.map((path) =>
    ts.createSourceFile(path, readFileSync(ROOT + path, 'utf8'), ts.ScriptTarget.ES2022, true),
  );
  const analyzed = create({ modules: sources, context: { dev: false } });
  const modules = /** @type {Module[]} */ (analyzed.modules).map((module, index) =>
    module.path.endsWith('-define.js') ? withDefinition(module) : withClasses(module, sources[index].text),
  );
  return {
    ...analyzed,
    modules: withLifeCycle(modules).filter(
      ({ declarations, exports }) => declarations.length + exports.length > 0,
    ),
  };
}

/**
 * Adds the events, slots, parts and properties of `LifeCycle` to the elements, which own one.
 *
 * @param {Module[]} modules
 */
function withLifeCycle(modules) {
  const isLifeCycle = (/** @type {Class} */ { name }) => name === 'LifeCycle';
  const owned = /** @type {Class} */ (modules.flatMap(({ declarations }) => declarations).find(isLifeCycle));
  const base = modules.find(({ path }) => path.endsWith('/room-element.js'));
  const extended = (/** @type {Class} */ each) => {
    if (!each.tagName && each.name !== 'RoomElement') return each;
    const origin = isRoom(each.superclass)
      ? { inheritedFrom: { name: 'RoomElement', module: base?.path } }
      : {};
    const parts = /** @type {const} */ (['events', 'slots', 'cssParts', 'cssProperties']);
    const added = parts.map((part) => [
      part,
      [...each[part], ...owned[part].map((item) => ({ ...item, ...origin }))],
    ]);
    return { ...each, ...Object.fromEntries(added) };
  };
  return modules
    .filter(({ declarations }) => !declarations.some(isLifeCycle))
    .map((module) => ({ ...module, declarations: module.declarations.map(extended) }));
}

/** Whether a class is that of rooms, or extends it. @param {{ name: string } | undefined} of */
const isRoom = (of) => ['RoomElement', 'HeedHeadsElement'].includes(of?.name ?? '');

/** The classes of all elements, in the order of their tags. */
export function elements() {
  return manifest().modules.flatMap(({ declarations }) =>
    declarations.filter(({ tagName }) => tagName !== undefined),
  );
}

/** The type of the state of a class, from its comment. @param {string} name @param {string} source */
function stateOf(name, source) {
  return new RegExp(`@extends \\{\\w+<(\\w+)[^]*class ${name} `).exec(source)?.[1];
}

/** A module with its classes alone. @param {Module} module @param {string} source @returns {Module} */
function withClasses(module, source) {
  const [, tag] = /\/(heed-[a-z]+)\.js$/.exec(module.path) ?? [];
  const classes = module.declarations
    .filter(({ kind }) => kind === 'class')
    .map((each) => {
      const state = stateOf(each.name, source);
      const element = withPublicMembers(each, state);
      const attributes = [...element.attributes, ...attributesOf(each, tag)];
      return { ...element, attributes, ...(tag ? { tagName: tag, customElement: true } : {}) };
    });
  const names = new Set(classes.map(({ name }) => name));
  return { ...module, declarations: classes, exports: module.exports.filter(({ name }) => names.has(name)) };
}

/**
 * The attributes that set the state of an element. Its display settings are those of all rooms.
 *
 * @param {Class} element @param {string} [tag]
 * @returns {Item[]}
 */
function attributesOf({ name, superclass }, tag = '') {
  const own = documented(/** @type {Record<string, Fields>} */ (SETTINGS)[tag] ?? {}, tag);
  if (name !== 'RoomElement' && !isRoom(superclass)) return own;
  const origin = { inheritedFrom: { name: 'RoomElement', module: `www/${BASES[1]}` } };
  const shared = documented(DISPLAY, '').map((each) => (tag ? { ...each, ...origin } : each));
  return [...shared, ...own.filter((each) => !shared.some((other) => other.name === each.name))];
}

/** @param {Fields} fields @param {string} tag @returns {Item[]} */
function documented(fields, tag) {
  const { attributes, of } = LANGUAGES.en.embed;
  /** @type {Record<string, string>} */
  const meanings = {
    ...attributes,
    ...(tag === 'heed-model' && of.heads),
    .../** @type {any} */ (of)[tag.replace('heed-', '')],
  };
  return described(fields).map(({ name, type, initial, range }) => ({
    name,
    description: `${meanings[name] ?? ''}${range && ` From ${range.replace('–', ' to ')}.`}`,
    type: { text: type },
    ...(initial && { default: initial }),
  }));
}

/** A module that registers an element. @param {Module} module @returns {Module} */
function withDefinition(module) {
  const [, tag] = /\/(heed-[a-z]+)-define\.js$/.exec(module.path) ?? [];
  if (!tag) return { ...module, declarations: [] };
  const name = module.exports[0]?.declaration.name;
  return {
    ...module,
    declarations: [],
    exports: [
      ...module.exports,
      { kind: 'custom-element-definition', name: tag, declaration: { name, module: `www/${ELEMENTS[tag]}` } },
    ],
  };
}

/**
 * A class with the members that a page can use.
 *
 * @param {Class} element
 * @param {string | undefined} state - the type of its state
 */
function withPublicMembers(element, state) {
  const members = (element.members ?? [])
    .filter((member) => isPublic(member))
    .map((member) => withTypes(member, state));
  const events = (element.events ?? []).filter(({ name }) => name?.startsWith('heed-'));
  const attributes = (element.attributes ?? [])
    .filter(({ name }) => name)
    .map((each) => (each.default ? { ...each, default: each.default.replace(/^"(.*)"$/, '$1') } : each));
  const { slots = [], cssParts = [], cssProperties = [] } = element;
  return { ...element, members, events, attributes, slots, cssParts, cssProperties };
}

/** @param {Member} member */
function isPublic({ name, privacy, static: isStatic }) {
  return privacy === undefined && (!isStatic || STATIC.includes(name));
}

/**
 * A member with the type of its accessor, and with the element's type of state in place of `S`.
 *
 * @param {Member} member
 * @param {string | undefined} state
 * @returns {Member}
 */
function withTypes(member, state) {
  const { return: returned, ...rest } = member;
  const concrete = (/** @type {{ text: string }} */ { text }) => ({
    text: state ? text.replace(/\bS\b/g, state) : text,
  });
  const parameters = member.parameters?.map((each) =>
    each.type ? { ...each, type: concrete(each.type) } : each,
  );
  if (member.kind === 'method')
    return {
      ...rest,
      ...(parameters ? { parameters } : {}),
      ...(returned ? { return: { type: concrete(returned.type) } } : {}),
    };
  const type = returned?.type ?? member.type;
  return { ...rest, ...(type ? { type: concrete(type) } : {}) };
}
