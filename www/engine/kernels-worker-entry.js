/** A Worker that runs jobs of the kernels. The first message to it is the compiled program. */
import { run } from './attend-job.js';
import { load, warmUp } from './kernels.js';
import { holdLock } from './worker-lock.js';

const lock = holdLock(globalThis);

/** The keys and values of the last job, for following jobs without their own. @type {object | null} */
let keysAndValues = null;

addEventListener('message', async ({ data }) => {
  const { program, id, job } = data;
  try {
    if (program) {
      await load(program);
      warmUp();
      // With the lock, the page notices if the Worker ends.
      postMessage({ isReady: true, lock: await lock });
    } else {
      keysAndValues = data.keysAndValues ?? keysAndValues;
      const cells = run({ ...job, ...keysAndValues });
      postMessage({ id, cells }, { transfer: cells ? [cells.buffer] : [] });
    }
  } catch (error) {
    postMessage({ id, problem: error instanceof Error ? error.message : 'it threw' });
  }
});
