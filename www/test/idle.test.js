/** The count of unfinished work, with frames that the test draws. */
import assert from 'node:assert/strict';
import { afterEach, beforeEach, test } from 'node:test';
import { setImmediate } from 'node:timers/promises';
import { beginWork, inNextFrame, track, whenIdle } from '../ui/idle.js';

/** The calls of the next frame, by id. @type {Map<number, FrameRequestCallback>} */
let calls = new Map();
let lastId = 0;

beforeEach(() => {
  globalThis.requestAnimationFrame = (call) => {
    lastId += 1;
    calls.set(lastId, call);
    return lastId;
  };
  globalThis.cancelAnimationFrame = (id) => void calls.delete(id);
});
afterEach(() => {
  calls.clear();
  Reflect.deleteProperty(globalThis, 'requestAnimationFrame');
  Reflect.deleteProperty(globalThis, 'cancelAnimationFrame');
});

/** Draws a frame, and lets the tasks and promises after it run. */
async function frame() {
  const now = calls;
  calls = new Map();
  for (const call of now.values()) call(0);
  // A timer of 0 ms may take one.
  for (let turn = 0; turn < 3; turn += 1) {
    await new Promise((done) => {
      setTimeout(done, 1);
    });
    await setImmediate();
  }
}

/** Waits for idleness, and tells whether it has come. */
function waiting() {
  const wait = { isOver: false };
  void whenIdle().then(() => {
    wait.isOver = true;
  });
  return wait;
}

test('a page without work is idle after one frame', async () => {
  const wait = waiting();
  await setImmediate();
  assert.equal(wait.isOver, false);
  await frame();
  assert.equal(wait.isOver, true);
});

test('a page is not idle before all work has ended, whose ends count once', async () => {
  const [one, other] = [beginWork(), beginWork()];
  const wait = waiting();
  one();
  one();
  await frame();
  await frame();
  assert.equal(wait.isOver, false);
  other();
  await frame();
  assert.equal(wait.isOver, true);
});

test('a draw that requests another is waited for with the other', async () => {
  const drawn = /** @type {string[]} */ ([]);
  inNextFrame(() => {
    drawn.push('one');
    inNextFrame(() => drawn.push('other'));
  });
  const wait = waiting();
  await frame();
  assert.deepEqual([wait.isOver, ...drawn], [false, 'one']);
  await frame();
  assert.deepEqual([wait.isOver, ...drawn], [true, 'one', 'other']);
});

test('draws that are cancelled or fail, and promises that are rejected, are no unfinished work', async () => {
  const cancel = inNextFrame(() => assert.fail('it was cancelled'));
  cancel();
  cancel();
  inNextFrame(() => {
    throw new Error('broken');
  });
  await assert.rejects(frame(), /broken/);
  await assert.rejects(track(Promise.reject(new Error('lost'))), /lost/);
  const wait = waiting();
  await frame();
  assert.equal(wait.isOver, true);
});
