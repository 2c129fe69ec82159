import { attributesOf, initialOf } from './attributes.js';
import { beginning, ending, stateOf } from './fragment-frame.js';
import { choice } from './fragment-values.js';
import { DISPLAY } from './fields.js';
import { equal, read, write } from './link-settings.js';
/** @import { Fields, StateOf } from './attributes.js' */
/** @import { Display } from './fields.js' */

/**
 * Applies an attribute to a state. `text` is null if the attribute was removed, which restores the default.
 *
 * @template S
 * @typedef {(text: string | null, state: S) => S} Attribute
 */

/**
 * A whole number out of range.
 *
 * @typedef {{ name: string, value: number, least: number, most: number }} OutOfRange
 */

/**
 * The settings of a room, and what follows from them. In links they have the order of the table.
 *
 * @template {Fields} F
 * @param {Record<string, string>} names - the parameters that identify the room in links
 * @param {F} own - the settings, apart from those of all rooms
 * @param {(state: any) => any} [rule] - adjusts a state whose numbers are clamped to rules between settings;
 *   returns the same object if it complies
 * @param {boolean} [isNamed] - whether links have to name the room; otherwise they may
 */
export function settings(names, own, rule = (state) => state, isNamed = true) {
  /** @typedef {StateOf<F> & Display} S */
  const fields = /** @type {F & typeof DISPLAY} */ ({ ...own, ...DISPLAY });
  const undoable = Object.keys(own).filter((name) => own[name].use.isUndoable);
  const subjects = Object.fromEntries(Object.entries(own).filter(([, { use }]) => use.isSubject));
  const others = Object.fromEntries(Object.entries(own).filter(([, { use }]) => !use.isSubject));

  /** A cache of encoded states. States are never modified. @type {WeakMap<object, string>} */
  const encoded = new WeakMap();

  /**
   * The initial state.
   *
   * @param {Partial<Display>} [from] - keeps its display settings
   * @param {Partial<S>} [given] - settings that others depend on
   * @returns {S}
   */
  function fresh(from = {}, given = {}) {
    const { map, language, theme } = from;
    const display = Object.entries({ map, language, theme }).filter(([, value]) => value !== undefined);
    return /** @type {S} */ (initialOf(fields, { ...given, ...Object.fromEntries(display) }));
  }

  /** The nearest valid state; the same object if the state is valid. @param {S} state @returns {S} */
  function clamp(state) {
    /** @type {[string, unknown][]} */
    const moved = [];
    for (const [name, { kind }] of Object.entries(own)) {
      const value = kind.clamp?.(state[name], state);
      if (kind.clamp && !equal(value, state[name])) moved.push([name, value]);
    }
    return rule(moved.length === 0 ? state : { ...state, ...Object.fromEntries(moved) });
  }

  /** The initial state with the same subjects. @param {S} state */
  function freshOf(state) {
    const given = Object.keys(subjects).map((name) => [name, state[name]]);
    return fresh({}, /** @type {any} */ (Object.fromEntries(given)));
  }

  /** Whether two states are equal, apart from what undo does not restore. @param {S} a @param {S} b */
  function sameNumbers(a, b) {
    return undoable.every((name) => equal(a[name], b[name]));
  }

  return {
    fields,
    attributes: attributesOf(own),
    fresh,
    clamp,
    sameNumbers,
    /** Whether Reset would change more than the display. @param {S} state */
    isChanged: (state) => !sameNumbers(state, freshOf(state)),
    /** An earlier state with the current display settings. @param {S} past @param {S} now @returns {S} */
    withDisplayOf: (past, now) =>
      clamp({ ...now, ...Object.fromEntries(undoable.map((name) => [name, past[name]])) }),
    /** The first number out of range. @param {S} state @returns {OutOfRange | null} */
    outOfRange(state) {
      for (const name of undoable) {
        const { limits, most: ofState } = own[name].kind;
        const value = /** @type {number | null} */ (state[name]);
        if (!limits || value === null) continue;
        const [least, most] = [limits[0], typeof ofState === 'function' ? ofState(state) : limits[1]];
        if (!Number.isInteger(value) || value < least || value > most) return { name, value, least, most };
      }
      return null;
    },
    /** The state as the fragment of a URL, without the `#`; defaults are omitted. @param {S} state */
    encode(state) {
      const known = encoded.get(state);
      if (known !== undefined) return known;
      const out = beginning(isNamed ? names : {});
      write(out, own, state, freshOf(state));
      const fragment = ending(out, state);
      encoded.set(state, fragment);
      return fragment;
    },
    /** The state of a fragment, or why it is invalid. @param {string} fragment - without the `#` */
    decode: (fragment) =>
      stateOf(fragment, (values) => {
        for (const [name, text] of Object.entries(names)) {
          const found = values.take(name);
          if (isNamed || found !== null) choice(found ?? '', [text]);
        }
        const first = fresh({}, /** @type {any} */ (read(values, subjects, initialOf(subjects))));
        return clamp(read(values, others, first));
      }),
  };
}
