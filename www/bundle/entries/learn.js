import { room } from '../../lesson/room.js';
import { program } from '../figure-program.js';

heedmap.add(room, program);
