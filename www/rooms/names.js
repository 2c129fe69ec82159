/** @import { Room } from '../types.js' */
/** @import { Display } from '../state/fields.js' */

/** The rooms, in the order of the header. The first one opens without a fragment. */
export const ROOM_IDS = Object.freeze(/** @type {const} */ (['learn', 'masks', 'maps', 'contrast', 'embed']));

/** @typedef {typeof ROOM_IDS[number]} RoomId */

/**
 * The room of a fragment, or null if it does not exist. Fragments of the first room do not name it, because
 * it is older than the other rooms.
 *
 * @param {string} fragment - without the `#`
 * @returns {RoomId | null}
 */
export function roomIdOf(fragment) {
  const named = new URLSearchParams(fragment).get('room') ?? ROOM_IDS[0];
  return ROOM_IDS.find((id) => id === named) ?? null;
}

/**
 * The link to a room's initial state, with its `#`.
 *
 * @param {RoomId} id
 * @param {Room<any>} [room] - missing if it is not loaded; then `display` is not in the link
 * @param {Partial<Display>} [display]
 */
export function addressOf(id, room, display) {
  if (room) return `#${room.encode(room.fresh(display))}`;
  return id === ROOM_IDS[0] ? '#' : `#v=1&room=${id}`;
}
