import { room } from '../../contrast/room.js';
import { program } from '../figure-program.js';

heedmap.add(room, program);
