import base64 from 'heedmap:wasm/heedmap_masks_wasm';
import { inflate } from '../../engine/inflate.js';
import { room } from '../../rooms/masks/room.js';

heedmap.add(room, () => inflate(base64));
