import { room } from '../../rooms/learn/room.js';
import { program } from '../learn-program.js';

heedmap.add(room, program);
