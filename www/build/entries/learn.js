import base64 from 'heedmap:wasm/heedmap_lesson_wasm';
import { inflate } from '../../engine/inflate.js';
import { script } from '../../rooms/learn/later-view.js';
import { room } from '../../rooms/learn/room.js';
import { requested } from '../requested.js';

script.load = async () =>
  void (await requested('whole', () => heedmap.modules['rooms/learn/views/bands-view.js']));
heedmap.add(room, () => inflate(base64));
