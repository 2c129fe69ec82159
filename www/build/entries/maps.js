import base64 from 'heedmap:wasm/heedmap_maps_wasm';
import worker from 'heedmap:maps-worker';
import { HeedHeadsElement } from '../../rooms/maps/heed-heads.js';
import { inflate } from '../../engine/inflate.js';
import { room } from '../../rooms/maps/room.js';

HeedHeadsElement.workerText = worker;
HeedHeadsElement.kernels = async () => {
  // A large head may be opened before the page has loaded its last script.
  if (!heedmap.kernels) await heedmap.load?.(['kernels']).catch(() => {});
  if (!heedmap.kernels)
    throw new Error(
      'This page has no program for heads this large: heedmap-kernels.js is not in it, or was not loaded.',
    );
  return heedmap.kernels();
};
// A figure in a page of its own has no other scripts.
if (heedmap.load)
  HeedHeadsElement.models = {
    async engine() {
      if (!heedmap.models) await heedmap.load(['model']).catch(() => {});
      if (!heedmap.models) throw new Error('heedmap-model.js, which runs models, could not be loaded.');
      return heedmap.models();
    },
    async small() {
      if (!heedmap.smallModel) await heedmap.load(['austen']).catch(() => {});
      if (!heedmap.smallModel) throw new Error('heedmap-austen.js, the small model, could not be loaded.');
      return new File([await inflate(heedmap.smallModel)], 'small-model.gguf');
    },
  };
// Compiled once, for the page and for the worker.
heedmap.add(room, async () => WebAssembly.compile(await inflate(base64)));
