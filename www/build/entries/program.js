/**
 * The entry of the script with the wasm program of the Models room, apart from its modules, so that these run
 * while the program is being loaded.
 */
import base64 from 'heedmap:wasm/heedmap_maps_wasm';
import { inflate } from '../../engine/inflate.js';

// Compiled once, for the page and for the worker.
heedmap.program = async () => WebAssembly.compile(await inflate(base64));
