import { withAttributes } from '../../element/attributes.js';
/** @import { Room } from '../../types.js' */
/** @import { Attribute } from '../../element/attributes.js' */

/** The boolean attributes of each element. @type {Record<string, readonly string[]>} */
export const SWITCHES = Object.freeze({ 'heed-map': ['table', 'editable'], 'heed-lesson': ['table'] });

/**
 * The values of attributes for a link, from its parameters of the same or the corresponding name. They may
 * not cover the whole link.
 *
 * @param {string} plain
 * @param {readonly string[]} names
 * @returns {Map<string, string>}
 */
export function attributesOf(plain, names) {
  const values = new URLSearchParams(plain);
  const [, query, key] = /^(?:\w+:)?(\d+):(\d+)$/.exec(values.get('cursor') ?? '') ?? [];
  const [, layer, head] = /^(\d+):(\d+)$/.exec(values.get('head') ?? '') ?? [];
  /** @type {Record<string, string | null | undefined>} */
  const special = {
    colormap: values.get('map'),
    query,
    key,
    // A link of a lesson without `show` means the whole view.
    show: values.get('show') ?? 'whole',
    layer,
    head: head ?? values.get('head'),
    table: values.get('tables') === 'all' ? '' : values.get('table'),
  };
  const found = names.map((name) => [
    name,
    name in special ? special[name] : values.get(name.replace(/-(\w)/g, (_, letter) => letter.toUpperCase())),
  ]);
  return new Map(
    /** @type {[string, string][]} */ (found.filter(([, text]) => text !== null && text !== undefined)),
  );
}

/**
 * The fewest attributes that give a state, or null if only a link can. They are applied to the initial state
 * and must result in that state.
 *
 * @param {Record<string, Attribute<any>>} table - of the element
 * @param {Pick<Room<any>, 'encode' | 'decode' | 'fresh' | 'bare'>} room
 * @param {string} plain - the link of the state, as the room writes it
 */
export function readable(table, room, plain) {
  const found = attributesOf(plain, Object.keys(table));
  /** @param {Map<string, string>} attributes */
  const say = (attributes) => {
    const { state, errors } = withAttributes(
      (room.bare ?? room.fresh)(),
      table,
      attributes.keys(),
      (name) => attributes.get(name) ?? null,
    );
    // The result is encoded again, because states are clamped.
    const read = room.decode(room.encode(state)).state;
    return errors.length === 0 && read !== null && room.encode(read) === plain;
  };
  if (!say(found)) {
    // Links count heads and steps from 1 where attributes count from 0.
    const head = found.get('head');
    if (head === undefined) return null;
    found.set('head', String(Number(head) - 1));
    if (!say(found)) return null;
  }
  for (const name of [...found.keys()]) {
    const fewer = new Map(found);
    fewer.delete(name);
    if (say(fewer)) found.delete(name);
  }
  return found;
}
