import base64 from 'heedmap:wasm/heedmap_contrast_wasm';
import { inflate } from '../../engine/inflate.js';
import { room } from '../../rooms/contrast/room.js';

heedmap.add(room, () => inflate(base64));
