import base64 from 'heedmap:wasm/heedmap_lesson_wasm';
import { inflate } from '../../engine/inflate.js';
import { script } from '../../rooms/learn/later-view.js';
import { room } from '../../rooms/learn/room.js';
import { requested } from '../requested.js';

script.load = async () => {
  const missing = 'heedmap-whole.js, which shows this, could not be loaded, or is not in this page.';
  await requested('whole', () => heedmap.modules['rooms/learn/views/bands-view.js'], missing);
};
heedmap.add(room, () => inflate(base64));
