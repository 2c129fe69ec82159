/**
 * A Worker that runs jobs of the kernels. Its first message is the compiled program; it answers when it is
 * ready.
 */
import { run } from './attend-job.js';
import { load, warmUp } from './kernels.js';
import { holdLock } from './worker-lock.js';

const lock = holdLock(globalThis);

/** The keys and values of the last job, unless the next one comes with others. @type {object | null} */
let keysAndValues = null;

addEventListener('message', async ({ data }) => {
  const { program, id, job } = data;
  try {
    if (program) {
      await load(program);
      warmUp();
      // It is ready once the page can notice its end.
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
