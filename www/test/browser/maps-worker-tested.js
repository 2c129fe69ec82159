/** The worker's script, and beside it what only tests ask for. That hears first what comes. */
import './maps-worker-aside.js';
import { attend } from '../../rooms/maps/service/worker-entry.js';

attend(globalThis);
