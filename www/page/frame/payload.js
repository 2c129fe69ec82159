/** @import { Source } from '../../rooms/maps/types.js' */
/** @import { RoomId } from '../../rooms/names.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * What a saved file holds beside its scripts.
 *
 * @typedef {object} Payload
 * @property {RoomId} room
 * @property {string} link - the state, as a fragment
 * @property {Language} language - the one whose words are in the file
 * @property {SavedHeads | null} heads - numbers that the state is of
 * @property {PackedFile[]} [files] - files that the state is of, as the Python package writes them
 * @property {boolean} [live] - whether the page around it sends the numbers and follows the state, as the widget of the Python package does
 * @property {[name: string, text: string][]} [matrix] - the attributes of one matrix, which is of no room and has no state
 */

/**
 * Heads as a saved file holds them: numbers, row by row, in as many bits as the reader wished. In 8 bits a number is `low + step · n`, and 255 is what is missing.
 *
 * @typedef {object} SavedHeads
 * @property {string} name - of the file that they are of
 * @property {[layers: number, heads: number, queries: number, keys: number]} shape
 * @property {8 | 16 | 32} bits
 * @property {number} low
 * @property {number} step
 * @property {string[]} tokens - one a key, or none
 * @property {string[]} queryTokens - one a query where they are others, or none
 * @property {Source[]} [sources] - what each head was, where they are not the heads of the file as they stand there
 * @property {string} base64
 */

/**
 * A file, packed. Without tensors it is as it was; with tensors, `data` holds their numbers one behind the other.
 *
 * @typedef {object} PackedFile
 * @property {string} name
 * @property {PackedTensor[]} [tensors]
 * @property {Record<string, string>} [metadata]
 * @property {string | null} data - deflated, as letters; null if the page around a live figure sends it
 */

/**
 * A tensor of a packed file. In 8 bits a number is `low + step · n ** power`, and 255 is what is missing: a power of 2 keeps small weights apart.
 *
 * @typedef {object} PackedTensor
 * @property {string} name
 * @property {number[]} shape
 * @property {8 | 16 | 32} bits
 * @property {number} [low]
 * @property {number} [step]
 * @property {number} [power]
 */

/** Where a saved file has them. */
export const PAYLOAD_ID = 'heedmap-figure';
/** Where a file has the scripts that are packed. */
export const PACKED_ID = 'heedmap-scripts';

/** What the page carries, if it is a saved file. @param {Document} page @returns {Payload | null} */
export function payloadIn(page) {
  const held = page.getElementById(PAYLOAD_ID);
  return held ? JSON.parse(held.textContent) : null;
}
