import base64 from 'heedmap:wasm/heedmap_masks_wasm';
import { room } from '../../masks/room.js';
import { unpacked } from '../unpacked.js';

heedmap.add(room, () => unpacked(base64));
