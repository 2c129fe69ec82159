/** @import { Phase } from './events.js' */
/** @import { Cell, Complete } from './figure.js' */
/** @import { Geometry } from './geometry.js' */

/**
 * What keys and pointer may ask of the element that they are bound to.
 *
 * @typedef {object} Actions
 * @property {() => Complete | null} figure - what is drawn now
 * @property {() => Geometry | null} geometry
 * @property {() => Cell} cursor - the cursor's cell, also where it was moved and is not drawn yet; or where it was last; or the first cell
 * @property {(cell: Cell) => number} value - the number in a cell, also where it was changed and is not drawn yet
 * @property {() => string[]} texts - what the cells show, row by row
 * @property {(cell: Cell) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(cell: Cell, text?: string) => void} change - opens the editor, or says that the cell cannot be changed
 * @property {(cell: Cell, value: number, phase: Phase) => void} edit
 * @property {() => void} toggleTable
 */

export {};
