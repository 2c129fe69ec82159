import { room } from '../../rooms/contrast/room.js';
import { program } from '../learn-program.js';

heedmap.add(room, program);
