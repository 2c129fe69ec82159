import { room } from '../../lesson/room.js';
import { program } from '../learn-program.js';

heedmap.add(room, program);
