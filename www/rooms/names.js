/** @import { Look, Room } from '../types.js' */

/**
 * The rooms of the page, in the order of its header; the first is the one that opens without an address. Each
 * comes with a script of its own, so that here they are names only.
 */
export const ROOM_IDS = Object.freeze(/** @type {const} */ (['learn', 'masks', 'maps', 'contrast', 'embed']));

/** @typedef {typeof ROOM_IDS[number]} RoomId */

/**
 * The room that a fragment leads to, or null for one that there is not. The first room does not name itself
 * in its fragments: it was there before the others.
 *
 * @param {string} fragment - without the `#`
 * @returns {RoomId | null}
 */
export function roomIdOf(fragment) {
  const named = new URLSearchParams(fragment).get('room') ?? ROOM_IDS[0];
  return ROOM_IDS.find((id) => id === named) ?? null;
}

/**
 * The address of a room as it opens.
 *
 * @param {RoomId} id
 * @param {Room<any> | undefined} room - if it is there
 * @param {Look} look
 */
export function addressOf(id, room, look) {
  return `#${room ? room.encode(room.fresh(look)) : id === ROOM_IDS[0] ? '' : `v=1&room=${id}`}`;
}
