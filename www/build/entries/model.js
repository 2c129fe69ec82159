/** The entry of the script that runs models, for the Models room. */
import base64 from 'heedmap:wasm/heedmap_model_wasm';
import worker from 'heedmap:model-worker';
import { inflate } from '../../engine/inflate.js';
import * as engine from '../../engine/model.js';
import { running } from '../../rooms/maps/live/running.js';

heedmap.models = async () => {
  await engine.load(async () => WebAssembly.compile(await inflate(base64)));
  return (host) => running(engine, host, worker);
};
