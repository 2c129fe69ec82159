/** @import { Phase } from './events.js' */
/** @import { Cell, Complete } from './figure.js' */
/** @import { Geometry } from './geometry.js' */

/**
 * The actions that keys and pointer request of their element.
 *
 * @typedef {object} Actions
 * @property {() => Complete | null} figure - the current figure
 * @property {() => Geometry | null} geometry
 * @property {() => Cell} cursor - the cell of the cursor, even before it is drawn; otherwise the last cell,
 *   or the first
 * @property {(cell: Cell) => number} value - the number in a cell, even before it is drawn
 * @property {() => string[]} texts - the texts of the cells, row by row
 * @property {(cell: Cell) => void} select
 * @property {(cell: Cell | null) => void} point
 * @property {(cell: Cell, text?: string) => void} change - opens the editor, or reports that the cell cannot
 *   be changed
 * @property {(cell: Cell, value: number, phase: Phase) => void} edit
 * @property {() => void} toggleTable
 */

export {};
