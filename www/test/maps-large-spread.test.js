/**
 * The heads of large readings are spread over Workers: each head is measured once, whichever Worker fails.
 */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spreadHeads } from '../rooms/maps/large/spread.js';
/** @import { HeadFound, Reading } from '../rooms/maps/types.js' */

const HEADS = 9;
const READING = /** @type {Reading} */ ({ layers: 1, heads: HEADS, queries: 5000, keys: 5000 });
const OPTIONS = { side: 4, tokens: null, sink: 1, reach: 1 };
const DONE = { what: /** @type {const} */ ('heads'), done: 1 };

/** A Worker that reports each head of its part, and fails as often as it is said. */
function workerOf(failures = 0) {
  /** @type {[number, number][]} */
  const parts = [];
  let isEnded = false;
  return {
    parts,
    get isEnded() {
      return isEnded;
    },
    end: () => void (isEnded = true),
    cancel() {},
    /** @param {string} _ @param {any[]} given @param {any} onProgress */
    async call(_, [, , part], onProgress) {
      await new Promise((done) => setImmediate(done));
      if (parts.push(part) <= failures) throw new Error('It stopped.');
      for (let head = part[0]; head < part[1]; head += 1) onProgress(DONE, [{ layer: 0, head }]);
    },
  };
}

/** @param {ReturnType<typeof workerOf>} first @param {ReturnType<typeof workerOf>} helper */
async function spread(first, helper) {
  /** @type {HeadFound[]} */
  const found = [];
  const shares = /** @type {number[]} */ ([]);
  const end = spreadHeads(
    {
      call: /** @type {any} */ (first.call),
      isInPage: () => false,
      worker: () => /** @type {any} */ (helper),
    },
    READING,
    0,
    OPTIONS,
    (heads, { done }) => {
      found.push(...heads);
      shares.push(done);
    },
  );
  const error = await end.catch((/** @type {Error} */ failure) => failure);
  return { heads: found.map(({ head }) => head).sort(), shares, error };
}

const ALL = Array.from({ length: HEADS }, (_, head) => head);

test('Workers share the heads, the shares that are reported grow to 1, and those beside the first are ended', async () => {
  const [first, helper] = [workerOf(), workerOf()];
  const { heads, shares, error } = await spread(first, helper);
  assert.equal(error, undefined);
  assert.deepEqual(heads, ALL);
  assert.ok(first.parts.length > 0 && helper.parts.length > 0);
  assert.ok(shares.every((share, at) => share >= (shares[at - 1] ?? 0)) && shares.at(-1) === 1);
  assert.ok(helper.isEnded && !first.isEnded);
});

test('the heads of a Worker that fails are measured by the first one', async () => {
  const [first, helper] = [workerOf(), workerOf(Infinity)];
  const { heads, error } = await spread(first, helper);
  assert.equal(error, undefined);
  assert.deepEqual(heads, ALL);
  assert.equal(helper.parts.length, 1);
});

test('the error of the first Worker is that of all, and what was measured before is reported', async () => {
  const [first, helper] = [workerOf(Infinity), workerOf()];
  const { heads, error } = await spread(first, helper);
  assert.match(String(error), /It stopped/);
  assert.ok(helper.isEnded && heads.every((head) => ALL.includes(head)));
});
