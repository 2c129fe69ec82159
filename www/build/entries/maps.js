import base64 from 'heedmap:wasm/heedmap_maps_wasm';
import worker from 'heedmap:maps-worker';
import { HeedHeadsElement } from '../../rooms/maps/heed-heads.js';
import { inflate } from '../../engine/inflate.js';
import { room } from '../../rooms/maps/room.js';

HeedHeadsElement.workerText = worker;
// Compiled once, for the page, which paints, and for the worker, which reads and computes.
heedmap.add(room, async () => WebAssembly.compile(await inflate(base64)));
