/** Announcements of progress for screen readers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spokenProgress } from '../rooms/maps/spoken-progress.js';

test('progress of long work is announced at intervals and its end once; short work is not announced', () => {
  let time = 0;
  const says = spokenProgress(() => time);
  const announced = /** @type {string[]} */ ([]);
  const hear = (/** @type {string | null} */ progress) => {
    const text = says(progress, 'all done');
    if (text !== '' && text !== announced.at(-1)) announced.push(text);
  };
  for (; time < 10_000; time += 100) hear(`${time}`);
  hear(null);
  hear(null);
  assert.deepEqual(announced, ['3000', '6000', '9000', 'all done']);
  for (const end = time + 2000; time < end; time += 100) hear(`${time}`);
  hear(null);
  assert.equal(announced.length, 4);
});
