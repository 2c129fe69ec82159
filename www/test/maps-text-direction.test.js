import assert from 'node:assert/strict';
import { test } from 'node:test';
import { directionOf } from '../rooms/maps/text/direction.js';

test('a text has the direction of most of its letters, and none without letters', () => {
  for (const [text, direction] of /** @type {const} */ ([
    ['שלום עולם', 'rtl'],
    ['مرحبا 42', 'rtl'],
    ['the word שלום means peace', 'ltr'],
    ['它是', 'ltr'],
    ['... 42 😀', ''],
    ['', ''],
  ]))
    assert.equal(directionOf(text), direction, text);
});
