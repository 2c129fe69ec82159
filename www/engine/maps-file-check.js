/** Whether the members of an archive are as they were written: a handle of the engine of the Maps room. */
import { Handle, guarded } from './maps-instance.js';
/** @import { NeededBytes } from './maps.js' */

/** The stored members of an archive, held against their checksums. What was read of them before is not needed again. @extends {Handle<import('../pkg/heedmap_maps_wasm.js').FileCheck>} */
export class FileCheck extends Handle {
  /** @returns {NeededBytes | null} */
  need() {
    return guarded(() => Handle.raw(FileCheck, this, 'the check').need());
  }

  /** How many bytes no reading has asked for. */
  left() {
    return guarded(() => Handle.raw(FileCheck, this, 'the check').left());
  }

  /** @param {Uint8Array} bytes @throws {Error} of the class `crc` */
  supply(bytes) {
    guarded(() => Handle.raw(FileCheck, this, 'the check').supply(bytes));
  }

  /** @throws {Error} of the class `crc`, where a member is damaged */
  finish() {
    guarded(() => Handle.raw(FileCheck, this, 'the check').finish());
  }
}
