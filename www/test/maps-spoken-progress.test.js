/** Announcements of progress for screen readers. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { spokenProgress } from '../rooms/maps/spoken-progress.js';

test('progress of long work is announced at intervals and its end once; short work is not announced', () => {
  let time = 0;
  const says = spokenProgress(() => time);
  const heard = /** @type {string[]} */ ([]);
  const hear = (/** @type {string | null} */ progress) => {
    const text = says(progress, 'all done');
    if (text !== '' && text !== heard.at(-1)) heard.push(text);
  };
  for (; time < 10_000; time += 100) hear(`${time}`);
  hear(null);
  hear(null);
  assert.deepEqual(heard, ['3000', '6000', '9000', 'all done']);
  for (const end = time + 2000; time < end; time += 100) hear(`${time}`);
  hear(null);
  assert.equal(heard.length, 4);
});
