import base64 from 'heedmap:tight/heedmap_maps_wasm';
import worker from 'heedmap:maps-worker';
import { HeedHeadsElement } from '../../elements/heed-heads.js';
import { room } from '../../maps/room.js';
import { bytesOf } from '../base64.js';
import { unpackModule } from '../unpack-module.js';

HeedHeadsElement.workerText = worker;
// Compiled once, for the page, which paints, and for the Worker, which reads and computes.
heedmap.add(room, () => WebAssembly.compile(/** @type {Uint8Array<ArrayBuffer>} */ (unpackModule(bytesOf(base64)))));
