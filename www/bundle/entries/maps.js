import base64 from 'heedmap:wasm/heedmap_maps_wasm';
import worker from 'heedmap:maps-worker';
import { HeedHeadsElement } from '../../elements/heed-heads.js';
import { room } from '../../maps/room.js';
import { unpacked } from '../unpacked.js';

HeedHeadsElement.workerText = worker;
// Compiled once, for the page, which paints, and for the Worker, which reads and computes.
heedmap.add(room, () => WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (unpacked(base64))));
