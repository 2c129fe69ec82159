/** A matrix in the memory of the program of the Models room. */
import { places } from './instance.js';
import { Handle, bindings, guarded } from './maps-instance.js';
/** @import { Places } from './instance.js' */

/**
 * A matrix (queries, keys), or queries, keys or values with their features as columns.
 *
 * @extends {Handle<bindings.HeadMap>}
 */
export class HeadMap extends Handle {
  get queries() {
    return guarded(() => rawMap(this).queries);
  }

  get keys() {
    return guarded(() => rawMap(this).keys);
  }

  /**
   * The cells in a range of rows and a range of columns, in row-major order.
   *
   * @param {Places} rows @param {Places} cols @returns {Float32Array}
   */
  cells(rows, cols) {
    const [[row, tall], [col, wide]] = [places('rows', rows), places('columns', cols)];
    return guarded(() => rawMap(this).cells(row, tall, col, wide));
  }
}

/**
 * A map of numbers from JavaScript.
 *
 * @param {number} queries @param {number} keys @param {Float32Array} data
 */
export function headMap(queries, keys, data) {
  return guarded(() => new HeadMap(bindings.headMap(queries, keys, data)));
}

/** @param {HeadMap} map @param {string} [name] @param {boolean} [isTaken] */
export function rawMap(map, name = 'the map', isTaken = false) {
  return Handle.raw(HeadMap, map, name, isTaken);
}
