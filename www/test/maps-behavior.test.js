/** What a head does, in one sentence by its measures. */
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { behaviorOf, mostOf } from '../rooms/maps/overview/behavior.js';
import { texts } from '../rooms/maps/words/index.js';

test('an induction head rests on the first token where nothing is repeated, and is still called by its induction', () => {
  assert.equal(behaviorOf({ induction: 0.59, sink_share: 0.79, previous_token: 0.16 }), 'induction');
  assert.equal(behaviorOf({ induction: 0.49, sink_share: 0.79 }), 'sink_share');
});

test('a measure that a head does not have is no behavior', () => {
  assert.equal(behaviorOf({ induction: null, duplicate_token: null, previous_token: 0.5 }), 'previous_token');
  assert.equal(behaviorOf({}), 'none');
});

test('a head without a pattern is even or does nothing in particular', () => {
  assert.equal(behaviorOf({ normalised_entropy: 0.95, diagonal_share: 0.2 }), 'normalised_entropy');
  assert.equal(behaviorOf({ normalised_entropy: 0.6, diagonal_share: 0.2 }), 'none');
});

test('an even head is called even, although many copies of one token get much of its weight', () => {
  const copies = { induction: 0.55, duplicate_token: 0.55 };
  assert.equal(behaviorOf({ ...copies, normalised_entropy: 1 }), 'normalised_entropy');
  assert.equal(behaviorOf({ ...copies, normalised_entropy: 0.6 }), 'induction');
});

test('a name waits until other texts confirm it, and a head whose name they deny gets its next one', () => {
  const measures = { induction: 0.9, sink_share: 0.7 };
  const confirmed = (/** @type {boolean | null} */ induction) =>
    behaviorOf(measures, undefined, (name) => (name === 'induction' ? induction : true));
  assert.equal(confirmed(true), 'induction');
  assert.equal(confirmed(null), null);
  assert.equal(confirmed(false), 'sink_share');
  assert.equal(
    behaviorOf(measures, undefined, () => false),
    'none',
  );
});

test('what a head does most is its largest share, not a measure that is no share', () => {
  assert.equal(mostOf({ entropy: 3, mean_distance: 7, induction: 0.6, sink_share: 0.2 }), 'induction');
  assert.equal(mostOf({ entropy: 3, induction: null, sink_share: 0.2 }), 'sink_share');
  assert.equal(mostOf({ entropy: 3, sink_share: 0 }), null);
});

test('every behavior has a sentence in each language', () => {
  const names = ['induction', 'duplicate_token', 'previous_token', 'next_token', 'sink_share'];
  for (const { maps } of Object.values(texts))
    assert.deepEqual(Object.keys(maps.overview.behaviors).sort(), [
      ...[...names, 'diagonal_share', 'normalised_entropy', 'none'].sort(),
    ]);
});
