import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import * as engine from '../engine.js';
import { attentionOf } from '../rooms/learn/stories/attention.js';
import { fixture } from '../rooms/learn/stories/data/pack.mjs';
import {
  EARLY,
  FIGURES,
  LIKELIEST,
  PARTS_PER_UNIT,
  sequence,
  SEQUENCE_IDS,
  SIZE,
} from '../rooms/learn/stories/data/sequences.js';
/** @import { SequenceId } from '../rooms/learn/stories/data/sequences.js' */

/** @type {Awaited<ReturnType<typeof fixture>>} */
let given;

before(async () => {
  given = await fixture();
  await engine.load();
});

test('the weights of every text, computed from its packed queries and keys, match NumPy', () => {
  assert.deepEqual(SEQUENCE_IDS, Object.keys(given.sequences));
  for (const id of SEQUENCE_IDS) {
    const { tokens, weights } = given.sequences[id];
    const found = sequence(id);
    assert.deepEqual(
      found.tokens,
      tokens.map((token) => token.trim()),
    );
    const worked = attentionOf(engine, found).weights;
    weights.flat().forEach((weight, cell) => {
      const difference = Math.abs(worked.data[cell] - weight);
      assert.ok(difference < 1e-4, `${id}, cell ${cell}: ${worked.data[cell]} instead of ${weight}`);
    });
  }
});

test('packed numbers match the fixture within half a step, and shared rows match the other text', () => {
  for (const [id, { like, start, q, k, v }] of Object.entries(given.sequences)) {
    const found = sequence(/** @type {SequenceId} */ (id));
    for (const [part, rows] of Object.entries({ q, k, v })) {
      if (!rows) continue;
      const matrix = found[/** @type {'q'} */ (part)];
      rows.flat().forEach((value, cell) => {
        const packed = matrix.data[start * SIZE + cell];
        assert.ok(Math.abs(packed - value) <= 0.5 / PARTS_PER_UNIT + 1e-12, `${id} ${part} ${cell}`);
      });
      if (like)
        assert.deepEqual(
          matrix.data.subarray(0, start * SIZE),
          sequence(/** @type {SequenceId} */ (like))[/** @type {'q'} */ (part)].data.subarray(
            0,
            start * SIZE,
          ),
        );
    }
  }
});

test('the first words of a text are its first rows', () => {
  const short = sequence('met', 8);
  assert.deepEqual(short.tokens, ['Elinor', 'met', 'Jane', 'in', 'Bath', ';', 'Elinor', 'met']);
  assert.equal(short.q.rows, 8);
  assert.deepEqual(short.q.data, sequence('met').q.data.slice(0, 8 * SIZE));
});

for (const [name, listed] of Object.entries({ likeliest: LIKELIEST, early: EARLY }))
  test(`the next words and their chances match the fixture: ${name}`, () => {
    /** @type {[string, number][]} */
    const wanted = given.figures[/** @type {'early'} */ (name)];
    assert.deepEqual(
      listed.map(({ word }) => word),
      wanted.map(([word]) => word),
    );
    listed.forEach(({ chance }, place) => assert.ok(Math.abs(chance - wanted[place][1]) < 1e-6));
  });

test('the figures quoted in texts match the fixture', () => {
  for (const [name, value] of Object.entries(FIGURES)) {
    const wanted = [given.figures[name]].flat();
    [value].flat().forEach((each, place) => {
      assert.ok(Math.abs(each - wanted[place]) < 1e-6, `${name}: ${each} instead of ${wanted[place]}`);
    });
  }
});
