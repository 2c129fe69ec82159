/**
 * The types of attributes for JSX and templates. TypeScript derives the properties of an element from its
 * class, but not its attributes, which are in the comments of the classes.
 */
import { ELEMENTS } from '../build/scripts.mjs';
import { elements } from './manifest.mjs';
/** @import { Class, Item } from './manifest.mjs' */

const EVENTS = `// Generated from the comments of the classes.
import type { HeedChangeEvent, HeedErrorEvent, HeedPairEvent, HeedReadyEvent } from '../element/events.js';
import type { HeedPointEvent } from '../element/events.js';`;

/** The text of `attributes.d.ts`: the attributes, properties and listeners of each tag. */
export function attributesDeclaration() {
  const all = elements();
  return [
    EVENTS,
    ...all.map(({ name, tagName }) => `import type { ${name} } from '../${ELEMENTS[String(tagName)]}';`),
    '',
    '/** The attributes, properties and listeners of each tag. */',
    'export interface HeedAttributes {',
    ...all.flatMap((each) => [`  '${each.tagName}': {`, ...lines(each).map((line) => `    ${line}`), '  };']),
    '}',
    '',
    '/** The elements of the tags. */',
    'export interface HeedElements {',
    ...all.map(({ tagName, name }) => `  '${tagName}': ${name};`),
    '}',
    '',
  ].join('\n');
}

/** @param {Class} element */
function lines({ name, attributes, members, events }) {
  const names = new Set(attributes.map((each) => each.name));
  const properties = members.filter(
    (each) => each.kind === 'field' && !each.static && !each.readonly && !names.has(each.name),
  );
  return [
    ...attributes.map((each) => [each, inJsx(each.type?.text ?? 'string')]),
    ...properties.map((each) => [each, `${name}['${each.name}']`]),
    ...events
      .filter(({ type }) => type?.text.startsWith('Heed'))
      .map((each) => [{ ...each, name: `on${each.name}` }, `(event: ${each.type?.text}) => void`]),
  ].flatMap(([item, type]) => property(/** @type {Item} */ (item), String(type)));
}

/** @param {Item} item @param {string} type */
function property({ name, description = '' }, type) {
  return [`/** ${description.replace(/\s+/g, ' ').replaceAll('*/', '')} */`, `'${name}'?: ${type};`];
}

/** The type of an attribute, which may also be the text of a number. @param {string} type */
function inJsx(type) {
  return type.replace(/\bnumber\b/g, 'number | `${number}`').replace(/(?<=^|\| )(\d+)(?= |$)/g, "$1 | '$1'");
}
