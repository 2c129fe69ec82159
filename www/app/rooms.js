import { room as contrast } from '../contrast/room.js';
import { room as learn } from '../lesson/room.js';
import { room as masks } from '../masks/room.js';
/** @import { Look, Room } from '../types.js' */

/** The rooms of the page, in the order of its head; the first is the one that opens without an address. @type {readonly Room<any>[]} */
export const ROOMS = [learn, masks, contrast];

/** The room of that name, or null. @param {string} id */
export function roomNamed(id) {
  return ROOMS.find((room) => room.id === id) ?? null;
}

/**
 * The room that a fragment leads to. The first room does not name itself in its fragments: it was there before the others.
 *
 * @param {string} fragment - without the `#`
 * @returns {Room<any> | null} null for a room that there is not
 */
export function roomOf(fragment) {
  return roomNamed(new URLSearchParams(fragment).get('room') ?? ROOMS[0].id);
}

/** The address of a room as it opens. @param {Room<any>} room @param {Look} look */
export function addressOf(room, look) {
  return `#${room.encode(room.fresh(look))}`;
}
