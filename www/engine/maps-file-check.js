import { Handle, guarded } from './maps-instance.js';
/** @import { FileCheck as RawFileCheck, NeededBytes } from '../pkg/heedmap_maps_wasm.js' */

/**
 * Verifies the checksums of the stored members of an archive. Bytes that were read before are not needed
 * again.
 *
 * @extends {Handle<RawFileCheck>}
 */
export class FileCheck extends Handle {
  /** @returns {NeededBytes | null} */
  need() {
    return guarded(() => Handle.raw(FileCheck, this, 'the check').need());
  }

  /** The number of bytes that no reading needed. */
  left() {
    return guarded(() => Handle.raw(FileCheck, this, 'the check').left());
  }

  /** @param {Uint8Array} bytes @throws {Error} of class `crc` */
  supply(bytes) {
    guarded(() => Handle.raw(FileCheck, this, 'the check').supply(bytes));
  }

  /** @throws {Error} of class `crc`, if a member is damaged */
  finish() {
    guarded(() => Handle.raw(FileCheck, this, 'the check').finish());
  }
}
