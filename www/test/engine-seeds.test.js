/** Every array that the notebooks print, computed by the wasm. */
import assert from 'node:assert/strict';
import { before, test } from 'node:test';
import { concepts, draw, load, work } from '../engine.js';
import { OPTIONS, fixture, matrix, rowsOf } from './engine-support.js';
/** @import { MatrixData } from '../engine.js' */

/** @type {any} */
let notebooks;

before(async () => {
  await load();
  ({ notebooks } = await fixture('seeds.json'));
});

/**
 * Each cell must be within 1e-12 of NumPy's, relative to the cell or, where terms cancel, to the largest cell
 * in the sum.
 *
 * @param {string} name
 * @param {MatrixData | undefined} got
 * @param {number[][]} expected
 * @param {number} [terms] - the size of what cancels
 */
function near(name, got, expected, terms = 0) {
  assert.ok(got, `${name} is missing`);
  assert.deepEqual([got.rows, got.cols], [expected.length, expected[0].length], `${name} has another shape`);
  rowsOf(got).forEach((row, i) =>
    row.forEach((cell, j) => {
      const allowed = 1e-12 * Math.max(Math.abs(expected[i][j]), terms);
      assert.ok(
        Math.abs(cell - expected[i][j]) <= allowed,
        `${name}[${i}, ${j}] is ${cell}, NumPy has ${expected[i][j]}`,
      );
    }),
  );
}

/**
 * The matrices of every notebook's attention.
 *
 * @param {import('../engine.js').Worked} worked
 * @param {any} seed
 */
function nearAttention(worked, seed) {
  near('Q', worked.q, seed.Q);
  near('K', worked.k, seed.K);
  near('V', worked.v, seed.V);
  near('scores', worked.scores, seed.scores);
  near('weights', worked.weights, seed.weights);
  near('output', worked.output, seed.output);
}

test('notebook 000: positions, and a softmax over the whole matrix', () => {
  const seed = notebooks['000'];
  const [wQ, wK, wV] = [seed.Qw, seed.Kw, seed.Vw].map(matrix);
  const inputs = { embeddings: matrix(seed.embeddings), wQ, wK, wV };
  const options = /** @type {const} */ ({
    ...OPTIONS,
    embeddingScale: 'sqrt',
    positions: 'doubled',
    firstPosition: 1,
  });
  const whole = work({ ...options, softmaxAxis: 'all' }, inputs);
  near('X', whole.x, seed.X);
  near('Q', whole.q, seed.Q);
  near('K', whole.k, seed.K);
  near('V', whole.v, seed.V);
  near('scaled', whole.scaled, seed.scaled);
  near('weights', whole.weights, seed.weights_whole_matrix);
  near('output', whole.output, seed.output_whole_matrix);
  const rows = work(options, inputs);
  near('weights by row', rows.weights, seed.weights_rowwise);
  near('output by row', rows.output, seed.output_rowwise);
  near('X by the textbook', work({ ...options, positions: 'textbook' }, inputs).x, seed.X_textbook_encoding);
});

test('notebooks 001 and 004: four words, projections from seed 42', () => {
  for (const id of ['001', '004_attention']) {
    const seed = notebooks[id];
    const draws = Array.from(
      { length: 3 },
      () => /** @type {const} */ ({ distribution: 'randint', high: 3, rows: 3, cols: 3 }),
    );
    const [wQ, wK, wV] = draw(42, draws);
    near('WQ', wQ, seed.WQ);
    near('WK', wK, seed.WK);
    near('WV', wV, seed.WV);
    const worked = work(OPTIONS, { embeddings: matrix(seed.words), wQ, wK, wV });
    nearAttention(worked, seed);
  }
});

test('notebook 002: variances and the causal mask', () => {
  const seed = notebooks['002'];
  const worked = work(
    { ...OPTIONS, mask: 'causal' },
    { q: matrix(seed.q), k: matrix(seed.k), v: matrix(seed.v) },
  );
  near('scores', worked.scores, seed.scores);
  near('scaled', worked.scaled, seed.scaled);
  near('mask', worked.allowed, seed.mask_tril);
  near('weights', worked.weights, seed.weights);
  near('output', worked.output, seed.output);
  for (const name of /** @type {const} */ (['q', 'k', 'scores', 'scaled'])) {
    const [got, expected] = [worked.variance[name], seed.var_population[name]];
    assert.ok(
      Math.abs(got - expected) <= 1e-12 * expected,
      `the variance of ${name} is ${got}, NumPy has ${expected}`,
    );
  }
});

test('notebook 003: five words, drawn one after the other from seed 23, without scaling', () => {
  const seed = notebooks['003'];
  const word = /** @type {const} */ ({ distribution: 'randn', rows: 1, cols: 4 });
  const projection = /** @type {const} */ ({ distribution: 'randn', factor: 0.1, rows: 4, cols: 3 });
  const drawn = draw(23, [word, word, word, word, word, projection, projection, projection]);
  const embeddings = matrix(drawn.slice(0, 5).flatMap(rowsOf));
  const [wQ, wK, wV] = drawn.slice(5);
  near('embeddings', embeddings, seed.embeddings);
  near('Wq', wQ, seed.Wq);
  near('Wk', wK, seed.Wk);
  near('Wv', wV, seed.Wv);
  const worked = work(
    { ...OPTIONS, positions: 'given', scale: 'none' },
    { embeddings, positions: matrix(seed.positions), wQ, wK, wV },
  );
  near('X', worked.x, seed.X);
  nearAttention(worked, seed);
});

test('notebook 004: concepts by singular value decomposition, up to sign', () => {
  const seed = notebooks['004_svd'];
  const viewers = matrix([
    [5, 0, 0, 0, 0],
    [0, 4, 5, 0, 0],
  ]);
  const { s, u, vT, approximation, viewerConcepts, cosine } = concepts({ rank: 2 }, matrix(seed.X), viewers);
  const largest = seed.singular_values[0];
  near('s', s, [seed.singular_values], largest);
  const directions = seed.Vt_first3.map(
    (/** @type {number[]} */ row, /** @type {number} */ i) => Math.sign(row[0]) * Math.sign(rowsOf(vT)[i][0]),
  );
  rowsOf(vT)
    .slice(0, 3)
    .forEach((row, i) =>
      near(
        `row ${i} of V^T`,
        matrix([row]),
        [seed.Vt_first3[i].map((/** @type {number} */ cell) => cell * directions[i])],
        1,
      ),
    );
  rowsOf(u).forEach((row, i) =>
    near(
      `row ${i} of U`,
      matrix([row.slice(0, 3)]),
      [seed.U_first3[i].map((/** @type {number} */ cell, /** @type {number} */ j) => cell * directions[j])],
      1,
    ),
  );
  near('rank 2', approximation, seed.rank2, 5);
  const signed = (/** @type {number[]} */ place) => place.map((cell, j) => cell * directions[j]);
  near('viewers', viewerConcepts ?? undefined, [signed(seed.concept_P8), signed(seed.concept_P9)], 5);
  assert.equal(cosine.raw, seed.cosine_P8_P9);
  assert.ok(Math.abs(/** @type {number} */ (cosine.concept) - seed.cosine_in_concept_space) < 1e-12);
});
