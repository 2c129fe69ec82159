/**
 * The custom elements manifest, for editors and other tools. The analyzer generates it from the comments of
 * the classes; members that nobody can use are removed.
 */
import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import * as analyzer from '@custom-elements-manifest/analyzer';
import { ELEMENTS } from '../build/scripts.mjs';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
/** The modules of the events, of the base class, and of what all elements own. */
const BASES = ['element/events.js', 'element/room-element.js', 'element/life-cycle.js'];
/** The types of the analyzer do not cover its programmatic exports. */
const { create, ts } = /** @type {any} */ (analyzer);
/** Static members that are listed. */
const STATIC = ['tag', 'define'];

/** @typedef {{ name: string, description?: string, type?: { text: string }, default?: string, inheritedFrom?: { name: string } }} Item */
/** @typedef {Item & { kind: 'field' | 'method', privacy?: string, static?: boolean, readonly?: boolean, parameters?: (Item & { optional?: boolean })[], return?: { type: { text: string } } }} Member */
/** @typedef {{ kind: string, name: string, description: string, tagName?: string, customElement?: boolean, superclass?: { name: string }, members: Member[], attributes: Item[], events: Item[], slots: Item[], cssParts: Item[], cssProperties: Item[] }} Class */
/** @typedef {{ kind: string, name: string, declaration: { name: string, module: string } }} Export */
/** @typedef {{ path: string, declarations: Class[], exports: Export[] }} Module */

/** The manifest. @returns {{ schemaVersion: string, readme: string, modules: Module[] }} */
export function manifest() {
  const registering = readdirSync(`${ROOT}www/elements`)
    .filter((name) => name.endsWith('.js'))
    .sort()
    .map((name) => `elements/${name}`);
  const paths = [...BASES, ...Object.values(ELEMENTS), ...registering].map((path) => `www/${path}`);
  const sources = paths.map((path) =>
    ts.createSourceFile(path, readFileSync(ROOT + path, 'utf8'), ts.ScriptTarget.ES2022, true),
  );
  const made = create({ modules: sources, context: { dev: false } });
  const modules = /** @type {Module[]} */ (made.modules).map((module, place) =>
    module.path.endsWith('-define.js') ? defining(module) : described(module, sources[place].text),
  );
  return {
    ...made,
    modules: owning(modules).filter(({ declarations, exports }) => declarations.length + exports.length > 0),
  };
}

/**
 * Gives the elements what they have by owning a `LifeCycle`, whose comments document it once.
 *
 * @param {Module[]} modules
 */
function owning(modules) {
  const isOwned = (/** @type {Class} */ { name }) => name === 'LifeCycle';
  const owned = /** @type {Class} */ (modules.flatMap(({ declarations }) => declarations).find(isOwned));
  const base = modules.find(({ path }) => path.endsWith('/room-element.js'));
  const extended = (/** @type {Class} */ each) => {
    if (!each.tagName && each.name !== 'RoomElement') return each;
    const isRoom = each.superclass?.name === 'RoomElement';
    const origin = isRoom ? { inheritedFrom: { name: 'RoomElement', module: base?.path } } : {};
    const parts = /** @type {const} */ (['events', 'slots', 'cssParts', 'cssProperties']);
    const joined = parts.map((part) => [
      part,
      [...each[part], ...owned[part].map((item) => ({ ...item, ...origin }))],
    ]);
    return { ...each, ...Object.fromEntries(joined) };
  };
  return modules
    .filter(({ declarations }) => !declarations.some(isOwned))
    .map((module) => ({ ...module, declarations: module.declarations.map(extended) }));
}

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

/** A module with only its classes. @param {Module} module @param {string} source @returns {Module} */
function described(module, source) {
  const [, tag] = /\/(heed-[a-z]+)\.js$/.exec(module.path) ?? [];
  const classes = module.declarations
    .filter(({ kind }) => kind === 'class')
    .map((each) => {
      const state = stateOf(each.name, source);
      return { ...cleaned(each, state), ...(tag ? { tagName: tag, customElement: true } : {}) };
    });
  const names = new Set(classes.map(({ name }) => name));
  return { ...module, declarations: classes, exports: module.exports.filter(({ name }) => names.has(name)) };
}

/** A module that registers an element. @param {Module} module @returns {Module} */
function defining(module) {
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
 * @param {Class} given
 * @param {string | undefined} state - the type of its state
 */
function cleaned(given, state) {
  const members = (given.members ?? [])
    .filter((member) => isPublic(member))
    .map((member) => typed(member, state));
  const events = (given.events ?? []).filter(({ name }) => name?.startsWith('heed-'));
  const attributes = (given.attributes ?? [])
    .filter(({ name }) => name)
    .map((each) => (each.default ? { ...each, default: each.default.replace(/^"(.*)"$/, '$1') } : each));
  const { slots = [], cssParts = [], cssProperties = [] } = given;
  return { ...given, members, events, attributes, slots, cssParts, cssProperties };
}

/** @param {Member} member */
function isPublic({ name, privacy, static: isStatic }) {
  return privacy === undefined && (!isStatic || STATIC.includes(name));
}

/**
 * A member with the type of its accessor, and with the element's type of state.
 *
 * @param {Member} member
 * @param {string | undefined} state
 * @returns {Member}
 */
function typed(member, state) {
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
