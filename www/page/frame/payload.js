/** @import { Source } from '../../rooms/maps/types.js' */
/** @import { RoomId } from '../../rooms/names.js' */
/** @import { Language } from '../../state/languages.js' */

/**
 * The data of a saved file, in addition to its scripts.
 *
 * @typedef {object} Payload
 * @property {RoomId} room
 * @property {string} link - the state, as a fragment
 * @property {Language} language - the language whose strings are in the file
 * @property {SavedHeads | null} heads - the numbers that the state belongs to
 * @property {PackedFile[]} [files] - the files that the state belongs to, as the Python package writes them
 * @property {boolean} [live] - whether the host page sends the numbers and follows the state, as the widget of
 *   the Python package does
 * @property {[name: string, text: string][]} [matrix] - the attributes of a single matrix, which belongs to
 *   no room and has no state
 */

/**
 * Heads in a saved file: numbers in row-major order, with the number of bits that the reader chose. With 8
 * bits, `n` stands for `low + step · n ** power`, and 255 for a missing number.
 *
 * @typedef {object} SavedHeads
 * @property {string} name - the name of the file with the heads
 * @property {[layers: number, heads: number, queries: number, keys: number]} shape
 * @property {8 | 16 | 32} bits
 * @property {number} low
 * @property {number} step
 * @property {number} [power]
 * @property {number[]} [layers] - what each layer is called, if not 0, 1, 2 and so on
 * @property {string[]} tokens - one for each key, or none
 * @property {string[]} queryTokens - one for each query if they differ from `tokens`, or none
 * @property {Source[]} [sources] - the source of each head, if they are not the heads of the file
 * @property {'difference'} [kind] - if the numbers are differences of weights
 * @property {boolean} [unchecked] - whether the rows need not sum to 1
 * @property {string} [off] - what was off in the run that the heads are of, as metadata says it
 * @property {string} data - the numbers, deflated and encoded as text
 */

/**
 * A packed file. Without `tensors`, `data` is the content of the file; with them, it is their numbers, one
 * tensor after the other.
 *
 * @typedef {object} PackedFile
 * @property {string} name
 * @property {PackedTensor[]} [tensors]
 * @property {Record<string, string>} [metadata]
 * @property {string | null} data - deflated and encoded as text; null if the host of a live figure sends it
 */

/**
 * A tensor of a packed file. With 8 bits, `n` stands for `low + step · n ** power`, and 255 for a missing
 * number. A power of 2 gives small weights a finer resolution.
 *
 * @typedef {object} PackedTensor
 * @property {string} name
 * @property {number[]} shape
 * @property {8 | 16 | 32} bits
 * @property {number} [low]
 * @property {number} [step]
 * @property {number} [power]
 */

/** The id of the block of JSON with the payload. */
export const PAYLOAD_ID = 'heedmap-figure';
/** The id of the block of JSON with the packed scripts. */
export const PACKED_ID = 'heedmap-scripts';

/** The payload of the page, if it is a saved file. @param {Document} page @returns {Payload | null} */
export function payloadIn(page) {
  const block = page.getElementById(PAYLOAD_ID);
  return block ? JSON.parse(block.textContent) : null;
}
