/** A Worker that runs jobs of the kernels. Its first message is the compiled program; it answers when it is ready. */
import { run } from './attend-jobs.js';
import { load, warmUp } from './kernels.js';

addEventListener('message', async ({ data: { program, id, job } }) => {
  try {
    if (program) {
      await load(program);
      warmUp();
      postMessage({ isReady: true });
    } else {
      const cells = run(job);
      postMessage({ id, cells }, { transfer: cells ? [cells.buffer] : [] });
    }
  } catch (error) {
    postMessage({ id, problem: error instanceof Error ? error.message : 'it threw' });
  }
});
