import { withAttributes } from '../../element/attributes.js';
/** @import { Room } from '../../types.js' */
/** @import { Attribute } from '../../state/settings.js' */

/** The boolean attributes of each element. @type {Record<string, readonly string[]>} */
export const SWITCHES = Object.freeze({ 'heed-map': ['table', 'editable'], 'heed-lesson': ['table'] });

/**
 * The values of attributes, from the parameters of a link with the same or the corresponding name. A link may
 * have further parameters.
 *
 * @param {string} plain
 * @param {readonly string[]} names - the attributes
 * @returns {Map<string, string>}
 */
export function attributesOf(plain, names) {
  const values = new URLSearchParams(plain);
  const [, query, key] = /^(?:\w+:)?(\d+):(\d+)$/.exec(values.get('cursor') ?? '') ?? [];
  const [, layer, head] = /^(\d+):(\d+)$/.exec(values.get('head') ?? '') ?? [];
  /** @type {Record<string, string | null | undefined>} */
  const special = {
    colormap: values.get('map'),
    sentence: values.get('text'),
    query,
    key,
    // A link of a lesson without `show` means the whole view; an attribute does not.
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
 * The fewest attributes that turn the initial state into a given state, or null if only a link can.
 *
 * @param {Record<string, Attribute<any>>} table - the attributes of the element
 * @param {Pick<Room<any>, 'encode' | 'decode' | 'fresh' | 'bare'>} room
 * @param {string} plain - the state, as the room encodes it
 */
export function minimalAttributes(table, room, plain) {
  const found = attributesOf(plain, Object.keys(table));
  /** Whether attributes result in the state. @param {Map<string, string>} attributes */
  const isEnough = (attributes) => {
    const { state, errors } = withAttributes(
      (room.bare ?? room.fresh)(),
      table,
      attributes.keys(),
      (name) => attributes.get(name) ?? null,
    );
    // Decoding clamps the state.
    const clamped = room.decode(room.encode(state)).state;
    return errors.length === 0 && clamped !== null && room.encode(clamped) === plain;
  };
  if (!isEnough(found)) {
    // A link of a lesson counts heads from 1, an attribute from 0.
    const head = found.get('head');
    if (head === undefined) return null;
    found.set('head', String(Number(head) - 1));
    if (!isEnough(found)) return null;
  }
  for (const name of [...found.keys()]) {
    const fewer = new Map(found);
    fewer.delete(name);
    if (isEnough(fewer)) found.delete(name);
  }
  return found;
}
