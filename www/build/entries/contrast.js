import base64 from 'heedmap:wasm/heedmap_contrast_wasm';
import { load } from '../../engine/attention-paint.js';
import { inflate } from '../../engine/inflate.js';
import { room } from '../../rooms/contrast/room.js';
import { program } from '../learn-program.js';

// The matrices are painted by the program of Learn.
heedmap.add(room, async () => {
  await load(program);
  return inflate(base64);
});
