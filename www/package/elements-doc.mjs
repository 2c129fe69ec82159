/**
 * Generates docs/elements.md from the manifest. Inherited members are listed once; other members are listed
 * for each element.
 */
import { elements, manifest } from './manifest.mjs';
/** @import { Class, Item, Member } from './manifest.mjs' */

/** The base class, whose members all elements have except for `<heed-map>`. */
const BASE = 'RoomElement';

const INTRODUCTION = `# The elements

This page is generated from the settings and the comments of the classes by \`npm run docs\`. The npm package has the same content for editors as \`custom-elements.json\`.

Attribute changes within one task are batched. An invalid value falls back to its default; the element shows a message and dispatches \`heed-error\`. Changes by the page dispatch no
other event. Changes by the reader dispatch \`heed-select\` and \`heed-change\`. Events bubble and are composed, so one listener serves all figures of a page. You may set properties
before the element is registered.

A boolean attribute is on if it is present, except with the value \`false\`, which React 18 writes. Use properties for objects and arrays. These attributes dispatch \`heed-error\` with
a sentence that says what to do: \`data\`, \`state\`, and \`values\` that are an array turned into text. If the property \`state\` is set to an invalid value, the element keeps its
state and dispatches \`heed-error\`.
`;

/** The text of docs/elements.md. */
export function elementsDoc() {
  const classes = elements();
  const room = /** @type {Class} */ (
    classes.find(({ members }) => members.some(({ inheritedFrom }) => inheritedFrom?.name === BASE))
  );
  const all = common(room);
  const events = manifest().modules.find(({ path }) => path.endsWith('/events.js'))?.declarations ?? [];
  return [
    INTRODUCTION,
    '## All elements\n',
    ...tables(all, events),
    ...classes.flatMap((each) => [
      `## \`<${each.tagName}>\`\n`,
      `${text(each.description).replace(/^`<[^`]+`: (.)/, (_, first) => first.toUpperCase())}\n`,
      ...missingSentence(each, all),
      ...tables(own(each, all), events),
    ]),
  ].join('\n');
}

/** The members that a room element inherits. @param {Class} element @returns {Class} */
function common(element) {
  const base = manifest()
    .modules.flatMap(({ declarations }) => declarations)
    .find(({ name }) => name === BASE);
  const pick = (/** @type {Part} */ part) =>
    /** @type {any[]} */ (element[part])
      .filter(({ inheritedFrom }) => inheritedFrom?.name === BASE)
      .map((item) => /** @type {any[]} */ (base?.[part]).find(({ name }) => name === item.name) ?? item);
  return withParts(element, pick);
}

/**
 * The members of an element that are not common to all, or that it overrides with another description.
 *
 * @param {Class} element
 * @param {Class} all
 * @returns {Class}
 */
function own(element, all) {
  return withParts(element, (part) =>
    /** @type {Item[]} */ (element[part]).filter((item) => {
      const same = /** @type {Item[]} */ (all[part]).find(({ name }) => name === item.name);
      return !same || (part === 'members' && same.description !== item.description);
    }),
  );
}

/**
 * A sentence about the common members that an element does not have.
 *
 * @param {Class} element @param {Class} all
 */
function missingSentence(element, all) {
  const parts = /** @type {const} */ (['attributes', 'members', 'events']);
  const names = parts.flatMap((part) =>
    /** @type {Item[]} */ (all[part])
      .filter(({ name }) => !(/** @type {Item[]} */ (element[part]).some((each) => each.name === name)))
      .map(({ name }) => name),
  );
  return names.length === 0 ? [] : [`It does not have ${[...new Set(names)].map(code).join(', ')}.\n`];
}

/** @typedef {'members' | 'attributes' | 'events' | 'slots' | 'cssParts' | 'cssProperties'} Part */

/** @param {Class} element @param {(part: Part) => any[]} pick @returns {Class} */
function withParts(element, pick) {
  return {
    ...element,
    members: pick('members'),
    attributes: pick('attributes'),
    events: pick('events'),
    slots: pick('slots'),
    cssParts: pick('cssParts'),
    cssProperties: pick('cssProperties'),
  };
}

/** The tables of the members. @param {Class} element @param {Class[]} events - the classes of events */
function tables(element, events) {
  const fields = element.members.filter((each) => each.kind === 'field' && !each.static);
  const methods = element.members.filter((each) => each.kind === 'method' && !each.static);
  const fieldsOf = (/** @type {Item} */ { type }) =>
    events
      .find(({ name }) => name === type?.text)
      ?.members.map(
        (field) =>
          `${code(field.name)}: ${code(field.type?.text)}${field.description ? ` (${lower(field.description)})` : ''}`,
      )
      .join('; ') ?? '';
  return [
    table(
      ['attribute', 'type', 'default', 'meaning'],
      element.attributes.map((each) => [
        code(each.name),
        code(each.type?.text),
        code(each.default),
        each.description,
      ]),
    ),
    table(
      ['property', 'type', 'meaning'],
      fields.map((each) => [
        code(each.name),
        code(each.type?.text.replace(/\b[SD]\b/g, 'object')),
        `${each.description ?? ''}${each.readonly ? ' Read-only.' : ''}`,
      ]),
    ),
    table(
      ['method', 'returns', 'meaning'],
      methods.map((each) => [code(signature(each)), code(each.return?.type.text), each.description]),
    ),
    table(
      ['event', 'fields', 'meaning'],
      element.events.map((each) => [code(each.name), fieldsOf(each), each.description]),
    ),
    table(
      ['slot', 'meaning'],
      element.slots.map((each) => [each.name ? code(each.name) : 'default', each.description]),
    ),
    table(
      ['part', 'meaning'],
      element.cssParts.map((each) => [code(each.name), each.description]),
    ),
    table(
      ['custom property', 'default', 'meaning'],
      element.cssProperties.map((each) => [code(each.name), code(each.default), each.description]),
    ),
  ].filter((each) => each !== '');
}

/** @param {Member} method */
function signature({ name, parameters = [] }) {
  return `${name}(${parameters.map((each) => `${each.name}${each.optional ? '?' : ''}`).join(', ')})`;
}

/** @param {string[]} head @param {(string | undefined)[][]} rows */
function table(head, rows) {
  if (rows.length === 0) return '';
  const line = (/** @type {(string | undefined)[]} */ cells) =>
    `| ${cells.map((cell) => text(cell).replaceAll('|', '\\|')).join(' | ')} |`;
  return `${[line(head), `|${head.map(() => '---|').join('')}`, ...rows.map(line)].join('\n')}\n`;
}

/** @param {string | undefined} value */
function code(value) {
  return value ? `\`${value}\`` : '';
}

/** A text on one line. @param {string | undefined} value */
function text(value) {
  return (value ?? '').replace(/\s+/g, ' ').trim();
}

/** A sentence without its period, and with a lower-case first letter. @param {string} sentence */
function lower(sentence) {
  return sentence.replace(/\.$/, '').replace(/^[A-Z](?=[a-z])/, (first) => first.toLowerCase());
}
