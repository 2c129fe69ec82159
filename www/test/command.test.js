/** The command line: its arguments, messages and exit codes. */
import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import { inflateRawSync } from 'node:zlib';
import { parseOptions, UsageError } from '../command/options.mjs';
import { run } from '../command/run.mjs';
import { bytesOfLetters } from '../page/frame/packed.js';
import { pngOfSvg } from '../picture.js';
import { withDensity } from '../picture/print/png-density.js';
import { npy, weights } from './maps-service-support.js';

let folder = '';
before(async () => {
  folder = await mkdtemp(join(tmpdir(), 'heedmap-command-'));
  await writeFile(join(folder, 'heads.npy'), npy(weights([2, 3, 5, 5], 7)));
});
after(() => rm(folder, { recursive: true }));

/** @param {string[]} words */
async function said(...words) {
  /** @type {{ log: string[], error: string[] }} */
  const out = { log: [], error: [] };
  const code = await run(words, { log: (text) => out.log.push(text), error: (text) => out.error.push(text) });
  return { code, log: out.log.join('\n'), error: out.error.join('\n') };
}

test('the format follows from the name of the output, and that from the first file', () => {
  const wanted = /** @type {any} */ (parseOptions(['a/b.npz', '--layer', '3', '--tokens', 'a  b']));
  assert.deepEqual(
    [wanted.output, wanted.kind, wanted.layer, wanted.head, wanted.bits, wanted.tokens],
    ['b.html', 'html', 3, null, 32, ['a', 'b']],
  );
  assert.equal(/** @type {any} */ (parseOptions(['a.npy', '-o', 'x.SVG'])).kind, 'svg');
  assert.deepEqual(/** @type {any} */ (parseOptions(['a.npy', '--tokens', '["a b", "c"]'])).tokens, [
    'a b',
    'c',
  ]);
});

test('invalid arguments give one message and exit code 2', async () => {
  for (const words of [
    [],
    ['--bits', '7', 'a.npy'],
    ['--frob'],
    ['a.npy', '--mask', 'causal'],
    ['a.npy', '-o', 'a.eps'],
    ['a.npy', '-o', 'a.pdf', '--width', '9mm'],
    ['a.npy', '-o', 'a.pdf', '--width', 'wide'],
    ['a.npy', '-o', 'a.pdf', '--font-size', '100'],
    ['a.npy', '-o', 'a.pdf', '--font', 'comic'],
    ['a.npy', '-o', 'a.pdf', '--heads', '2'],
    ['a.npy', '-o', 'a.pdf', '--heads', ' '],
    ['a.npy', '-o', 'a.pdf', '--heads', '0.1', '--layer', '0'],
    ['a.npy', '-o', 'a.html', '--heads', Array(65).fill('0.1').join(' ')],
    ['a.npy', '-o', 'a.html', '--most', '0'],
    ['a.npy', '-o', 'a.pdf', '--most', '3'],
    ['a.npy', '-o', 'a.pdf', '--qk'],
    ['a.npy', '--most', '3', '--qk'],
    ['a.npy', '--part', 'middle'],
    ['a.npy', '-o', 'a.pdf', '--hide', 'tokens'],
    ['a.npy', '-o', 'a.pdf', '--dpi', '300'],
    ['a.npy', '-o', 'a.png', '--dpi', '9999'],
    ['a.npy', '-o', 'a.png', '--width', '84mm', '--scale', '2'],
    ['a.npy', '-o', 'a.pdf', '--columns', '0'],
    ['a.npy', '-o', 'a.html', '--width', '84mm'],
    ['--mask', 'causal', '--digits'],
    ['a.npy', '--layer', '-1'],
    ['--lesson', 'nope'],
    ['--mask', 'causal', '-o', 'a.svg'],
    ['a.npy', '-o', 'a.png', '--scale', '0'],
    ['a.npy', '-o', 'a.png', '--scale', '1e9'],
    ['a.npy', '--tokens', ' '],
    ['a.npy', '--tokens', '[1, 2]'],
    ['a.npy', '--layer', '99999999999'],
    ['', '-o', 'a.html'],
    // Options that the figure does not have.
    ['a.npy', '--queries', '4'],
    ['a.npy', '--causal'],
    ['a.npy', '--scale', '3'],
    ['a.npy', '-o', 'a.svg', '--bits', '8'],
    ['--mask', 'causal', '--head', '3'],
    ['--lesson', 'words', '--keys', '3'],
    ['--link', 'v=1', '--tokens', 'a'],
    ['--synthetic', '64', '--bits', '8'],
  ]) {
    const { code, error } = await said(...words);
    assert.equal(code, 2, words.join(' '));
    assert.match(error, /^heedmap: [^\n]+\.$/);
  }
  assert.throws(() => parseOptions(['--bits', '7', 'a.npy']), UsageError);
});

test('an error gives one message and exit code 1, and nothing is written', async () => {
  const heads = join(folder, 'heads.npy');
  await writeFile(join(folder, 'cut.npy'), (await readFile(heads)).subarray(0, 200));
  await writeFile(join(folder, 'far.csv'), '3e38,0\n1,1\n');
  for (const [words, sentence] of /** @type {[string[], RegExp][]} */ ([
    [[join(folder, 'none.npy')], /none\.npy cannot be read/],
    [[folder], /heedmap: .* is a folder: name the files in it, or run the model in it with --text\.$/],
    [[heads, '--part', 'cross'], /^heedmap: heads\.npy has no part cross\.$/],
    [[heads, '--heads', '0.1 2.0', '-o', 'a.html'], /There is no head 0 of layer 2/],
    [[heads, '--layer', '2'], /There is no head 0 of layer 2: there are 2 layers of 3 heads/],
    [[join(folder, 'cut.npy')], /cut\.npy: /],
    [['--mask', 'causal and ('], /Column 13/],
    [['--mask', 'casual'], /did you mean `causal`\?$/],
    [['--mask', 'causal', '--queries', '9999'], /9999/],
    [['--link', 'v=1&lesson=nope'], /link could not be read/],
    [[heads, '--tokens', 'a b'], /^heedmap: --tokens has 2 tokens, but the file has 5 keys\.$/],
    [[heads, '--tokens', 'a'], /^heedmap: --tokens has 1 token, but the file has 5 keys\.$/],
    [[join(folder, 'far.csv'), '--bits', '16'], /too wide for so few bits/],
  ])) {
    const output = join(folder, 'not.html');
    const { code, error } = await said(...words, '-o', output);
    assert.equal(code, 1, words.join(' '));
    assert.match(error, sentence);
    assert.equal(error.includes('\n'), false);
    await assert.rejects(readFile(output));
  }
  // The tokens of the command line replace those of the file, if they fit.
  await writeFile(
    join(folder, 'named.json'),
    JSON.stringify({
      attention: [
        [
          [
            [1, 0],
            [0.5, 0.5],
          ],
        ],
      ],
      tokens: ['the', 'cat'],
    }),
  );
  assert.equal(
    (await said(join(folder, 'named.json'), '--tokens', 'un gato', '-o', join(folder, 'named.svg'))).code,
    0,
  );
  assert.match(await readFile(join(folder, 'named.svg'), 'utf8'), />gato</);
  assert.match(
    (await said(join(folder, 'named.json'), '--tokens', 'a b c', '-o', join(folder, 'not.html'))).error,
    /--tokens has 3 tokens, but the file has 2 keys/,
  );
  assert.equal((await said('--lesson', 'words', '-o', join(folder, 'no/such/place.html'))).code, 1);
});

test('several heads become one figure for print, as PDF, SVG or PNG', async () => {
  const heads = join(folder, 'heads.npy');
  const write = async (/** @type {string} */ name, /** @type {string[]} */ ...words) => {
    const output = join(folder, name);
    const { code, error, log } = await said(heads, ...words, '-o', output);
    assert.equal(code, 0, error);
    assert.match(log, new RegExp(`${name}, `));
    return readFile(output);
  };
  const pdf = await write('figure.pdf', '--heads', '0.1 1:2', '--width', '3in', '--font-size', '8');
  assert.match(pdf.toString('latin1'), /^%PDF-[^]*\/MediaBox \[0 0 216\.? [\d.]+\]/);
  const svg = String(await write('print.svg', '--heads', '0.1;1·2', '--width', '84mm', '--hide', 'legend'));
  assert.match(svg, /width="238\.11pt"/);
  for (const text of ['(a)', '(b)', 'Layer 0, head 1', 'Layer 1, head 2'])
    assert.ok(svg.includes(`>${text}<`), text);
  assert.doesNotMatch(svg, /queries down, keys across<\/text>/);
  const png = await write(
    'print.png',
    '--width',
    '1in',
    '--dpi',
    '150',
    '--language',
    'es',
    '--font-size',
    '5',
  );
  assert.equal(png.readUInt32BE(16), 150);
  assert.equal(png.toString('latin1', 37, 41), 'pHYs');
  // The fonts of the system would draw another picture.
  const [drawing, drawn] = [
    await write('own.svg', '--width', '2in'),
    await write('own.png', '--width', '2in'),
  ];
  const other = await pngOfSvg(String(drawing).replaceAll(/font-family="[^"]*"/g, 'font-family="none"'), {
    scale: 300 / 96,
  });
  assert.notDeepEqual(new Uint8Array(drawn), withDensity(other, 300));
  const { code, error } = await said(heads, '--heads', '0.1 7.7', '-o', join(folder, 'no.pdf'));
  assert.equal(code, 1);
  assert.match(error, /There is no head 7 of layer 7: there are 2 layers of 3 heads/);
  const narrow = await said(heads, '--width', '10mm', '--font-size', '40', '-o', join(folder, 'no.pdf'));
  assert.match(narrow.error, /The labels leave no space for cells: [^\n]+\.$/);
});

test('the heads of a file become a page with all or one of them, or a picture with the tokens as text', async () => {
  const heads = join(folder, 'heads.npy');
  const read = async (/** @type {string[]} */ ...words) => {
    const output = join(folder, `out.${words.includes('svg') ? 'svg' : 'html'}`);
    const { code, error, log } = await said(heads, ...words.filter((word) => word !== 'svg'), '-o', output);
    assert.equal(code, 0, error);
    assert.match(log, /2 (layers|capas) × 3/);
    return readFile(output, 'utf8');
  };
  const given = (/** @type {string} */ text) =>
    JSON.parse(/id="heedmap-figure">(.*)<\/script>/.exec(text)?.[1] ?? '');
  const all = given(await read()).heads;
  assert.deepEqual(all.shape, [2, 3, 5, 5]);
  const { data } = weights([2, 3, 5, 5], 7);
  const numbers = (/** @type {string} */ letters) => [
    ...new Float32Array(Uint8Array.from(inflateRawSync(bytesOfLetters(letters))).buffer),
  ];
  assert.deepEqual(numbers(all.data), data);
  const text = await read(
    '--layer',
    '1',
    '--head',
    '2',
    '--tokens',
    'a b <c> d e',
    '--title',
    'Mine',
    '--language',
    'es',
  );
  assert.match(text, /<title>Mine<\/title>/);
  assert.match(text, /<html lang="es"/);
  const { heads: one, link } = given(text);
  assert.deepEqual(one.shape, [1, 1, 5, 5]);
  assert.deepEqual(one.tokens, ['a', 'b', '<c>', 'd', 'e']);
  assert.deepEqual(numbers(one.data), data.slice(125));
  assert.match(link, /room=maps/);
  const some = given(await read('--heads', '1.2 0.1', '--most', '2')).heads;
  assert.deepEqual(some.shape, [1, 2, 5, 5]);
  assert.deepEqual(some.sources, [
    { of: 'head', layer: 1, head: 2 },
    { of: 'head', layer: 0, head: 1 },
  ]);
  const kept = [...data.slice(125), ...data.slice(25, 50)].map((weight, at, all) => {
    const row = all.slice(at - (at % 5), at - (at % 5) + 5);
    return row.filter((other) => other > weight).length < 2 ? weight : 0;
  });
  assert.deepEqual(numbers(some.data), kept);
  const svg = await read('svg', '--layer', '1', '--tokens', 'a b <c> d e');
  assert.match(svg, /&lt;c>|&lt;c&gt;/);
});

test('a page keeps q and k in place of weights if asked to, and a file of weights has none', async () => {
  const [q, k] = [weights([1, 4, 6, 8], 3), weights([1, 2, 6, 8], 4)];
  await Promise.all([writeFile(join(folder, 'q.npy'), npy(q)), writeFile(join(folder, 'k.npy'), npy(k))]);
  const output = join(folder, 'qk.html');
  const written = await said(join(folder, 'q.npy'), join(folder, 'k.npy'), '--qk', '-o', output);
  assert.equal(written.code, 0, written.error);
  const { heads, files } = JSON.parse(
    /id="heedmap-figure">(.*)<\/script>/.exec(await readFile(output, 'utf8'))?.[1] ?? '',
  );
  assert.equal(heads, null);
  const [{ tensors, data }] = files;
  assert.deepEqual(
    tensors.map((/** @type {any} */ { name, shape }) => [name, shape]),
    [
      ['q', [1, 4, 6, 8]],
      ['k', [1, 2, 6, 8]],
    ],
  );
  const numbers = new Float32Array(Uint8Array.from(inflateRawSync(bytesOfLetters(data))).buffer);
  assert.deepEqual([...numbers], [...q.data, ...k.data]);
  const refused = await said(join(folder, 'heads.npy'), '--qk', '-o', output);
  assert.match(refused.error, /heads\.npy has weights, and --qk is for q and k: leave it out\.$/);
});

test('without a selected head the page and the picture show the most interesting one, and both report the choice', async () => {
  const side = 64;
  // Each query of head 1 of layer 1 attends to about ten keys of its own; the others distribute their weight
  // evenly.
  const { shape } = weights([2, 2, side, side], 3);
  const data = Array.from({ length: 4 * side * side }, (_, at) => {
    const [query, key] = [Math.floor(at / side) % side, at % side];
    const isNear = (key - ((query * 7 + 30) % side) + side) % side < 10;
    return at < 3 * side * side ? 1 / side : isNear ? 0.1 : 0;
  });
  const file = join(folder, 'content.npy');
  await writeFile(file, npy({ shape, data }));
  const svg = join(folder, 'content.svg');
  const { code, log, error } = await said(file, '-o', svg);
  assert.equal(code, 0, error);
  assert.match(log, /Of 4 heads, layer 1, head 1 is opened first, because .*\n?.*Colors end at 0\.1, /);
  const text = await readFile(svg, 'utf8');
  assert.match(text, /Layer 1, head 1/);
  assert.match(text, />0\.1</);
  const html = join(folder, 'content.html');
  assert.equal((await said(file, '-o', html)).code, 0);
  const link = (/** @type {string} */ page) =>
    JSON.parse(/id="heedmap-figure">(.*)<\/script>/.exec(page)?.[1] ?? '').link;
  assert.match(link(await readFile(html, 'utf8')), /&head=1:1/);
  const named = await said(file, '--layer', '0', '-o', svg);
  assert.doesNotMatch(named.log, /opened first/);
  assert.match(await readFile(svg, 'utf8'), /Layer 0, head 0/);
});

test('a PNG that would be too large is refused with the largest scale', async () => {
  await writeFile(join(folder, 'small.csv'), '1,0\n0.5,0.5\n');
  const output = join(folder, 'small.png');
  const picture = (/** @type {string} */ scale) =>
    said(join(folder, 'small.csv'), '-o', output, '--scale', scale);
  const refused = await picture('100000');
  assert.equal(refused.code, 1);
  const [, largest] = /scale of this picture is at most (\d+), not 100000: /.exec(refused.error) ?? [];
  assert.equal((await picture(String(Number(largest) + 1))).code, 1);
  await assert.rejects(readFile(output));
  // Its pixels are more than half of 2 ** 26, so the bound does not waste much.
  const svg = join(folder, 'small.svg');
  assert.equal((await said(join(folder, 'small.csv'), '-o', svg)).code, 0);
  const [, width, height] = /width="(\d+)" height="(\d+)"/.exec(await readFile(svg, 'utf8')) ?? [];
  const pixels = Number(width) * Number(height) * Number(largest) ** 2;
  assert.ok(pixels <= 2 ** 26 && pixels > 2 ** 25, `${width} × ${height} × ${largest}`);
  assert.equal((await picture('1.5')).code, 0);
});

test('a tensor that is not used is named', async () => {
  await writeFile(join(folder, 'other.npy'), npy(weights([3, 7, 2], 1)));
  const heads = join(folder, 'heads.npy');
  const { code, log, error } = await said(heads, join(folder, 'other.npy'), '-o', join(folder, 'both.html'));
  assert.equal(code, 0, error);
  assert.match(log, /^Ignored: .*other.*\(3, 7, 2\)/m);
  assert.doesNotMatch((await said(heads, '-o', join(folder, 'one.html'))).log, /Ignored/);
});

test('help and version are printed', async () => {
  assert.match((await said('--help')).log, /^Usage: heedmap FILE/);
  assert.match((await said('--version')).log, /^\d+\.\d+\.\d+$/);
});

test('synthetic heads are written as a file that says so and opens like any other', async () => {
  const path = join(folder, 'made.safetensors');
  const { code, log } = await said('--synthetic', '300', '--structure', 'sink', '--causal', '-o', path);
  assert.equal(code, 0);
  assert.match(log, /^Synthetic heads \(sink\), 300 tokens\n/);
  const text = (await readFile(path)).subarray(8, 400).toString('latin1');
  assert.match(text, /"synthetic":"sink; 300 tokens, seed 1","causal":"true"/);
  const opened = await said(path, '--layer', '0', '--head', '0', '-o', join(folder, 'made.html'));
  assert.equal(opened.code, 0, opened.error);
  assert.match(opened.log, /300 tokens, head size 64/);
  const refused = await said('--synthetic', '9');
  assert.deepEqual(
    [refused.code, refused.error],
    [2, 'heedmap: --synthetic is from 16 to 262144 tokens, not 9.'],
  );
});

test('the command of a checkout that is not built says what to run', async () => {
  await mkdir(join(folder, 'bin'));
  await cp(new URL('../../bin/heedmap.mjs', import.meta.url), join(folder, 'bin/heedmap.mjs'));
  const [code, text] = await new Promise((done) => {
    execFile(process.execPath, [join(folder, 'bin/heedmap.mjs'), 'a.npy'], (error, _, errors) =>
      done([error?.code, errors]),
    );
  });
  assert.deepEqual(
    [code, text.trim()],
    [1, 'heedmap: this checkout is not built. Run `cargo xtask build` first.'],
  );
  // What the command lacks for another reason is told as it is.
  await mkdir(join(folder, 'www/command'), { recursive: true });
  await writeFile(join(folder, 'www/command/run.mjs'), "import 'a-package-that-is-not-there';\n");
  const other = await new Promise((done) => {
    execFile(process.execPath, [join(folder, 'bin/heedmap.mjs'), 'a.npy'], (_, __, errors) => done(errors));
  });
  assert.match(other, /Cannot find package 'a-package-that-is-not-there'/);
});

test('the program of the command writes no warning of Node', async () => {
  const errors = await new Promise((done) => {
    execFile(
      process.execPath,
      [fileURLToPath(new URL('../../bin/heedmap.mjs', import.meta.url)), '--version'],
      (_, __, written) => done(written),
    );
  });
  assert.equal(errors, '');
});
