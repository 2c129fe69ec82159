/** The worker's script with the additional requests of tests, which are handled first. */
import './maps-worker-aside.js';
import { attend } from '../../rooms/maps/service/worker-entry.js';

attend(globalThis);
