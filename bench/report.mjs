/** docs/benchmarks.md and its plot, from what run.mjs measured. */
import { median } from './page/numbers.js';

const RELAXED = 'heedmap relaxed_simd';
const SIMD = 'heedmap simd128';
const INTO = 'heedmap relaxed_simd into an array';
const D = 64;

/** @param {{ n: number, mode: string, causal: boolean }} what */
const operations = ({ n, mode, causal }) =>
  (mode === 'output' ? 4 : 2) * D * (causal ? (n * (n + 1)) / 2 : n * n);
const isOnnx = (/** @type {string} */ name) => name.startsWith('onnxruntime-web');
const fixed = (/** @type {number | null} */ value, digits = 1) =>
  value === null || Number.isNaN(value) ? '–' : value.toFixed(digits);
/** @param {string[]} head @param {(string | number)[][]} rows */
const table = (head, rows) =>
  [head, head.map(() => '---'), ...rows].map((cells) => `| ${cells.join(' | ')} |`).join('\n');

/** The times of the best of ONNX Runtime in each round. @param {Record<string, number[]>} times */
function bestOnnx(times) {
  const all = Object.entries(times).filter(([name]) => isOnnx(name));
  return all.length ? all[0][1].map((_, at) => Math.min(...all.map(([, each]) => each[at]))) : null;
}

/**
 * How many times as fast one is: the median of the ratios of the rounds.
 *
 * @param {number[] | null | undefined} slow @param {number[] | undefined} fast
 */
const over = (slow, fast) => (slow && fast ? median(slow.map((time, at) => time / fast[at])) : null);

/**
 * The share of the peak of the page.
 *
 * @param {any} one @param {string} name @param {'madd' | 'mul+add'} kind @param {number} peakOperations
 */
const share = ({ times, ...what }, name, kind, peakOperations) =>
  median(
    times[kind].map((/** @type {number} */ time, /** @type {number} */ at) =>
      times[name] ? operations(what) / times[name][at] / (peakOperations / time) : NaN,
    ),
  );

/**
 * @param {Record<string, any>} found
 * @param {{ peakOperations: number, notes: string }} settings
 * @returns {Record<string, string>} texts by the name of the file
 */
export function report(found, { peakOperations, notes }) {
  const parts = [
    '# Benchmarks',
    `Heedmap beside other libraries, in one page of headless Chromium: \`cargo xtask bench\` writes this page. It was measured on ${found.date} with Chromium ${found.chromium} on ${found.cores} cores of ${found.processor}.`,
    `Contestants take turns, round by round; a ratio is the median of the ratios of the rounds. Times are processor time of the page's main thread, with copies in and out. One head has 64 features; numbers have 32 bits; there is one thread. A causal mask counts the operations of the lower triangle alone. ${Object.entries(
      found.versions,
    )
      .map(([name, version]) => `${name} ${version}`)
      .join(', ')}.`,
    found.missing?.length ? `Not measured: ${found.missing.join('; ')}.` : '',
    targets(found, peakOperations),
    found.compute
      ? `## One head\n\n${compute(found.compute, peakOperations)}\n\n![Milliseconds for one head against the number of tokens](benchmarks.svg)`
      : '',
    found.users ? `## \`attend\` as it is called\n\n${users(found.users)}` : '',
    found.frames ? `## Maps from queries and keys\n\n${frames(found.frames)}` : '',
    found.draw ? `## Drawing\n\n${draw(found.draw)}` : '',
    found.start ? `## From navigation to the first weights\n\n${start(found.start)}` : '',
    notes,
  ];
  return {
    'benchmarks.md': `${parts.filter(Boolean).join('\n\n').trim()}\n`,
    ...(found.compute ? { 'benchmarks.svg': plot(found.compute) } : {}),
  };
}

/** The targets, and what was reached. @param {Record<string, any>} found @param {number} peakOperations */
function targets(found, peakOperations) {
  /** @type {[string, string, string][]} */
  const rows = [];
  const cases = (found.compute ?? []).filter((/** @type {any} */ { n }) => n >= 256);
  const pick = (/** @type {string} */ mode, /** @type {boolean} */ causal) =>
    cases.filter((/** @type {any} */ each) => each.mode === mode && each.causal === causal);
  const each = (/** @type {any[]} */ all, /** @type {(one: any) => number | null} */ of) =>
    all.map((one) => fixed(of(one), 2)).join(' / ');
  if (cases.length) {
    const sizes = pick('output', false)
      .map((/** @type {any} */ { n }) => n.toLocaleString('en'))
      .join(' / ');
    for (const [name, build, goals] of [
      [RELAXED, 'relaxed', [2.2, 4.4, 2.9, 4.7]],
      [SIMD, 'simd128', [1.4, 2.6, 2.0, 3.4]],
    ]) {
      ['output', 'weights'].forEach((mode, m) =>
        [false, true].forEach((causal, c) =>
          rows.push([
            `${mode} ${causal ? 'causal' : 'full'} over the best of onnxruntime-web, ${build}, N = ${sizes}`,
            String(goals[2 * m + c]),
            each(pick(mode, causal), ({ times }) => over(bestOnnx(times), times[name])),
          ]),
        ),
      );
    }
    [false, true].forEach((causal, c) =>
      rows.push([
        `the same, relaxed, weights ${causal ? 'causal' : 'full'} written into one array again and again`,
        String([2.9, 4.7][c]),
        each(pick('weights', causal), ({ times }) => over(bestOnnx(times), times[INTO])),
      ]),
    );
    rows.push([
      'weights causal over tfjs wasm',
      '30',
      each(
        pick('weights', true).filter((/** @type {any} */ { times }) => times['tfjs wasm']),
        ({ times }) => over(times['tfjs wasm'], times[RELAXED]),
      ),
    ]);
    rows.push([
      'output full, share of the multiply-add peak of the page',
      '0.70',
      each(pick('output', false), (one) => share(one, RELAXED, 'madd', peakOperations)),
    ]);
  }
  if (found.layer) {
    const { operations, times } = found.layer;
    const shares = times.madd.map(
      (/** @type {number} */ time, /** @type {number} */ at) =>
        operations / times.product[at] / (peakOperations / time),
    );
    rows.push([
      'product of 64 x 768 and 768 x 3,072, share of the same peak',
      '0.75',
      fixed(median(shares), 2),
    ]);
  }
  for (const { causal, times } of found.users ?? [])
    rows.push([
      `\`attend\`, output alone, over plain JavaScript, N = 1,024, ${causal ? 'causal' : 'full'}`,
      '15',
      fixed(over(times.plain, times.output)),
    ]);
  for (const { n, times, mebibytes } of found.frames ?? []) {
    const [causal, full] = ['frame causal', 'frame full'].map((name) => median(times[name]));
    const at = n.toLocaleString('en');
    rows.push([
      `weights of a frame of 1,000 x 1,000 cells from q and k, N = ${at}, causal / full`,
      n > 20_000 ? '9 / 14 ms' : '6 / 9 ms',
      `${fixed(causal)} / ${fixed(full)} ms`,
    ]);
    rows.push([`a strip of 32 columns, N = ${at}`, '3 ms', `${fixed(median(times['pan full']))} ms`]);
    rows.push([
      `memory of the program, two heads, N = ${at}`,
      n > 20_000 ? '160 MiB (one)' : '40 MiB (one)',
      `${fixed(mebibytes)} MiB`,
    ]);
  }
  if (found.workers)
    rows.push([
      'four Workers on two cores over one Worker, output of a head of 8,192',
      '1.8',
      fixed(found.workers.ratio, 2),
    ]);
  for (const { n, times } of found.draw ?? []) {
    const than = (/** @type {string} */ name, /** @type {string} */ what) =>
      over(times[name]?.[what], times.heedmap[what]);
    const at = n.toLocaleString('en');
    if (n === 4096)
      rows.push([
        `first heatmap / change of color map, N = ${at}, over a lookup table with putImageData`,
        '4 / 30',
        `${fixed(than('lookup', 'first'))} / ${fixed(than('lookup', 'recolor'))}`,
      ]);
    if (n === 1024)
      rows.push([
        `first draw / zoom, N = ${at}, over plotly`,
        '25 / 80',
        `${fixed(than('plotly', 'first'))} / ${fixed(than('plotly', 'zoom'))}`,
      ]);
  }
  if (found.start) {
    const share = (/** @type {string} */ name) => over(found.start.heedmap, found.start[name]);
    rows.push([
      'navigation to first weights, relative to tfjs / onnxruntime-web',
      '0.25 / 0.17',
      `${fixed(share('tfjs'), 2)} / ${fixed(share('onnxruntime'), 2)}`,
    ]);
  }
  return `## Targets\n\n${table(['what', 'target', 'measured'], rows)}`;
}

/** @param {any[]} cases @param {number} peakOperations */
function compute(cases, peakOperations) {
  const names = [...new Set(cases.flatMap(({ times }) => Object.keys(times)))].filter(
    (name) => name !== 'madd' && name !== 'mul+add',
  );
  const peak = (/** @type {string} */ kind) =>
    fixed(median(cases.map(({ times }) => peakOperations / median(times[kind]) / 1e6)));
  const rows = cases.map((one) => [
    `${one.mode} ${one.causal ? 'causal' : 'full'}`,
    one.n.toLocaleString('en'),
    ...names.map((name) =>
      one.times[name]
        ? `${median(one.times[name]).toPrecision(3)} (${fixed(operations(one) / median(one.times[name]) / 1e6)})`
        : '–',
    ),
  ]);
  const worst = Math.max(...cases.flatMap(({ errors }) => [errors[RELAXED], errors[SIMD]]));
  return [
    'Milliseconds, and GFLOP/s in parentheses. The exponentials are not counted.',
    table(['what', 'N', ...names], rows),
    `The peak of the page is ${peak('madd')} GFLOP/s with fused multiply-add and ${peak('mul+add')} GFLOP/s without: a loop whose numbers stay in registers. The largest error of the kernels is ${worst.toExponential(1)}, beside plain loops in 64 bits.`,
  ].join('\n\n');
}

/** @param {any[]} all */
const users = (all) =>
  table(
    ['N = 1,024, 32 bits', 'all steps', "`compute: 'output'`", "`compute: 'weights'`"],
    all.map(({ causal, times }) => [
      `${causal ? 'causal' : 'full'}, over plain JavaScript for the output`,
      ...['all', 'output', 'weights'].map((name) => fixed(over(times.plain, times[name]))),
    ]),
  );

/** @param {any[]} all */
const frames = (all) =>
  `Milliseconds to compute the weights of 1,000 x 1,000 cells, spread over all tokens, without their colors.\n\n${table(
    ['N', 'frame causal', 'frame full', '32 columns causal', '32 columns full', 'log-sum-exp of a row, full'],
    all.map(({ n, times }) => [
      n.toLocaleString('en'),
      ...['frame causal', 'frame full', 'pan causal', 'pan full'].map((name) => fixed(median(times[name]))),
      fixed(median(times['rows full']) / 32, 3),
    ]),
  )}`;

/** @param {any[]} all */
const draw = (all) =>
  `Milliseconds on the clock, on 1,000 x 1,000 pixels without a GPU. The layout of SVG is forced, its pixels are not.\n\n${table(
    ['N', 'drawer', 'first', 'zoom', 'other colors'],
    all.flatMap(({ n, times }) =>
      Object.entries(times).map(([name, { first, zoom, recolor }]) => [
        n.toLocaleString('en'),
        name,
        ...[first, zoom, recolor].map((each) => (each.length ? fixed(median(each)) : '–')),
      ]),
    ),
  )}`;

/** @param {Record<string, number[]>} times */
const start = (times) =>
  `Milliseconds on the clock, from an empty cache on 127.0.0.1, 64 tokens, causal.\n\n${table(
    Object.keys(times),
    [Object.values(times).map((each) => fixed(median(each), 0))],
  )}`;

/** Milliseconds against the number of tokens, both on scales of powers. @param {any[]} cases */
function plot(cases) {
  const COLORS = ['#b3402a', '#d98a3d', '#2f6f9f', '#7fa8c9', '#5b8c5a', '#777777', '#8a4f9e'];
  const [width, height, left, top, panelWidth, panelHeight] = [900, 720, 60, 40, 370, 250];
  const names = [...new Set(cases.flatMap(({ times }) => Object.keys(times)))].filter(
    (name) => !['madd', 'mul+add'].includes(name),
  );
  const sizes = [...new Set(cases.map(({ n }) => n))];
  const times = cases.flatMap((one) =>
    names.filter((name) => one.times[name]).map((name) => median(one.times[name])),
  );
  const [low, high] = [Math.floor(Math.log10(Math.min(...times))), Math.ceil(Math.log10(Math.max(...times)))];
  const [from, to] = [Math.log2(Math.min(...sizes)), Math.log2(Math.max(...sizes))];
  const shapes = [];
  const text = (
    /** @type {number} */ x,
    /** @type {number} */ y,
    /** @type {string} */ words,
    anchor = 'middle',
  ) => shapes.push(`<text x="${x.toFixed(1)}" y="${y.toFixed(1)}" text-anchor="${anchor}">${words}</text>`);
  const line = (/** @type {number[]} */ [x1, y1, x2, y2], /** @type {string} */ color) =>
    shapes.push(
      `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${color}"/>`,
    );
  ['output', 'weights'].forEach((mode, row) => {
    [false, true].forEach((causal, column) => {
      const [x0, y0] = [left + column * (panelWidth + 50), top + row * (panelHeight + 60)];
      const x = (/** @type {number} */ n) => x0 + ((Math.log2(n) - from) / (to - from || 1)) * panelWidth;
      const y = (/** @type {number} */ ms) =>
        y0 + panelHeight - ((Math.log10(ms) - low) / (high - low)) * panelHeight;
      text(x0 + panelWidth / 2, y0 - 12, `${mode}, ${causal ? 'causal' : 'full'}`);
      for (const n of sizes) {
        line([x(n), y0, x(n), y0 + panelHeight], '#dddddd');
        text(x(n), y0 + panelHeight + 16, String(n));
      }
      for (let power = low; power <= high; power += 1) {
        line([x0, y(10 ** power), x0 + panelWidth, y(10 ** power)], '#dddddd');
        text(x0 - 6, y(10 ** power) + 4, String(10 ** power).replace(/0{7,}\d+$/, ''), 'end');
      }
      names.forEach((name, at) => {
        const points = cases
          .filter((one) => one.mode === mode && one.causal === causal && one.times[name])
          .map((one) => `${x(one.n).toFixed(1)},${y(median(one.times[name])).toFixed(1)}`);
        const color = COLORS[at % COLORS.length];
        shapes.push(
          `<polyline points="${points.join(' ')}" fill="none" stroke="${color}" stroke-width="2"/>`,
        );
        for (const point of points) {
          const [px, py] = point.split(',');
          shapes.push(`<circle cx="${px}" cy="${py}" r="3" fill="${color}"/>`);
        }
      });
    });
  });
  names.forEach((name, at) => {
    const [x, y] = [left + (at % 3) * 290, height - 60 + Math.floor(at / 3) * 22];
    line([x, y - 4, x + 24, y - 4], COLORS[at % COLORS.length]);
    text(x + 30, y, name, 'start');
  });
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${width} ${height}" font-family="sans-serif" font-size="12" role="img" aria-label="Milliseconds for one head against the number of tokens">\n<rect width="${width}" height="${height}" fill="#ffffff"/>\n${shapes.join('\n')}\n</svg>\n`;
}
