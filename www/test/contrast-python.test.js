import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';
import * as engine from '../engine.js';
import { codeOf, program } from '../rooms/contrast/code.js';
import { FIGURES } from '../rooms/contrast/figures.js';
import { optionsOf, withOption } from '../rooms/contrast/settings.js';
import { freshState, engineOptions } from '../rooms/contrast/state.js';
/** @import { ContrastState } from '../rooms/contrast/state.js' */
/** @import { Option } from '../rooms/contrast/figures.js' */

await engine.load();

/** The Python from the environment variable, or the one that the project's task installs. */
const MADE = fileURLToPath(new URL('../../target/python/bin/python', import.meta.url));
const python = process.env.HEEDMAP_PYTHON ?? (existsSync(MADE) ? MADE : null);
const skip = python === null && 'needs a Python with NumPy: HEEDMAP_PYTHON names it';

/** Every figure as it opens, and varied. @type {ContrastState[]} */
const STATES = [
  ...FIGURES.map(({ id }) => freshState(id)),
  .../** @type {[string, Option, number | string][]} */ ([
    ['axis', 'axis', 'all'],
    ['unscaled', 'd', 1024],
    ['finite', 'precision', 'f64'],
    ['finite', 'magnitude', 9],
    ['empty', 'padding', 5],
    ['cache', 'offset', 7],
    ['cache', 'tokens', 1],
    ['padding', 'seed', 4294967295],
    ['alibi', 'head', 7],
  ]).map(([figure, option, value]) => withOption(freshState(figure), option, value)),
];

/** The lines that a program prints. @param {string} text */
function printed(text) {
  const { stdout, stderr, status } = spawnSync(String(python), ['-W', 'ignore', '-c', text], {
    encoding: 'utf8',
  });
  assert.equal(status, 0, stderr);
  return stdout.trim().split('\n');
}

/** Each side's weights, output and check as Python computes them. @param {ContrastState} state */
function run(state) {
  const code = codeOf(engineOptions(state));
  const numbers = [
    'import json',
    'shown = lambda x: [None if np.isnan(y) else float(y) for y in x.ravel()]',
    'print(json.dumps([shown(weights), shown(output)]))',
  ];
  const text = program(code, { wrong: 'wrong', right: 'right' }).replaceAll(
    'output = weights @ V',
    ['output = weights @ V', ...numbers].join('\n'),
  );
  const [wrong, wrongCheck, right, rightCheck] = printed(text);
  return { wrong: JSON.parse(wrong), right: JSON.parse(right), checks: [wrongCheck, rightCheck] };
}

test('the Python code computes the numbers that are drawn', { skip }, () => {
  for (const state of STATES) {
    const got = run(state);
    const found = engine.contrast(engineOptions(state));
    const tolerance = optionsOf(state).precision === 'f32' ? 1e-5 : 1e-6;
    for (const side of /** @type {const} */ (['wrong', 'right'])) {
      const pairs = /** @type {const} */ ([
        [found[side].weights, got[side][0]],
        [found[side].output, got[side][1]],
      ]);
      for (const [{ data }, numbers] of pairs) {
        assert.equal(data.length, numbers.length);
        data.forEach((value, cell) => {
          const near =
            numbers[cell] === null ? Number.isNaN(value) : Math.abs(value - numbers[cell]) <= tolerance;
          assert.ok(
            near,
            `${state.figure} ${JSON.stringify(state.options)} ${side} ${cell}: ${value}, not ${numbers[cell]}`,
          );
        });
      }
    }
  }
});

test('each check is True on the right side and False on the wrong one', { skip }, () => {
  for (const { id } of FIGURES) assert.deepEqual(run(freshState(id)).checks, ['False', 'True'], id);
});

test('the check of pooled padding finds the mistake for every padding and block', { skip }, () => {
  for (const block of [2, 3, 4])
    for (let padding = 1; padding < 12; padding += 1) {
      const state = withOption(withOption(freshState('pooled'), 'block', block), 'padding', padding);
      assert.deepEqual(run(state).checks, ['False', 'True'], `block ${block}, padding ${padding}`);
    }
});

test('the right lines of shared picks hide later tokens by themselves', { skip }, () => {
  const state = withOption(withOption(freshState('shared'), 'tokens', 12), 'picks', 3);
  const { first, right } = codeOf(engineOptions(state));
  assert.deepEqual(printed([...first, ...right, 'print(np.triu(mask, 1).any())'].join('\n')), ['False']);
});
