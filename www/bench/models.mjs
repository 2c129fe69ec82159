/**
 * Prints how long models take, beside the targets: `node www/bench/models.mjs`, after one build, on an
 * idle machine. A ratio above 1 is slower than the target, or takes more memory.
 *
 * The large models have the shapes of published ones and arbitrary numbers. Their bytes are made when they
 * are read, and the time for that is left out. Each runs in a process of its own: `node www/bench/models.mjs
 * gpt2` measures one. The peak is that of multiplications and additions, because the program of the models
 * has no fused multiply-add.
 */
import { execFile } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { PEAK_OPERATIONS, peakOf } from '../../bench/page/peak.js';
import { ablate, load, modelWorkers, open, run, toFile } from '../engine/model.js';
import { SMALL_MODEL } from '../rooms/maps/live/pack.mjs';
import { nodeWorker } from '../test/model-workers-node.js';
import * as kernels from '../engine/kernels.js';
import { MODELS, multiplyAdds } from './synthetic-model.mjs';
/** @import { FinishedRun } from '../engine/model.js' */

const ROUNDS = 15;
const TOKENS = 64;

/** @typedef {{ what: string, found: number, target?: number, unit: 'ms' | 'MB' | 'share' }} Figure */

/**
 * The median of the milliseconds of some rounds, after one that is not counted.
 *
 * @param {() => Promise<number | void>} work - may return the milliseconds that are left out
 * @param {number} [rounds]
 */
async function median(work, rounds = ROUNDS) {
  await work();
  const times = [];
  for (let round = 0; round < rounds; round += 1) {
    const start = performance.now();
    const left = (await work()) ?? 0;
    times.push(performance.now() - start - left);
  }
  return times.sort((a, b) => a - b)[Math.floor(rounds / 2)];
}

/** @param {Figure} figure */
function print({ what, found, target, unit }) {
  const isShare = unit === 'share';
  const text = (/** @type {number} */ number) =>
    (isShare ? number.toFixed(2) : number.toFixed(1)).padStart(8);
  const ratio = (/** @type {number} */ wanted) => (isShare ? wanted / found : found / wanted).toFixed(2);
  const beside = target === undefined ? '' : `target ${text(target)}  ratio ${ratio(target)}`;
  console.log(`${text(found)} ${unit.padEnd(5)}  ${beside.padEnd(27)}  ${what}`);
}

/** @param {number} vocabulary @param {number} tokens */
const idsOf = (vocabulary, tokens) => Array.from({ length: tokens }, (_, at) => (at * 7919) % vocabulary);

/** @returns {Promise<Figure[]>} */
async function small() {
  const model = await open([new File([await readFile(SMALL_MODEL)], 'small-model.gguf')]);
  const ids = idsOf(model.facts.vocabulary, TOKENS);
  const heads = async (/** @type {number[]} */ text, earlier = /** @type {FinishedRun | null} */ (null)) => {
    const finished = await run(model, { texts: [text], writes: true }, { earlier });
    toFile(finished);
    finished.free();
  };
  const earlier = await run(model, { texts: [ids.slice(0, -1)], writes: true });
  const count = model.facts.layers * model.facts.heads;
  /** @type {(what: string, found: number, target: number) => Figure} */
  const figure = (what, found, target) => ({ what: `small model, ${what}`, found, target, unit: 'ms' });
  return [
    figure(`${TOKENS} tokens: all heads and logits, as a file`, await median(() => heads(ids)), 50),
    figure(`${TOKENS} tokens, one of them new: the same`, await median(() => heads(ids, earlier)), 15),
    figure('8 tokens: the same', await median(() => heads(ids.slice(0, 8))), 15),
    figure(
      `${TOKENS} tokens: all ${count} ablations`,
      await median(async () => void (await ablate(model, { text: ids, token: 1 }))),
      100,
    ),
  ];
}

/**
 * What is measured of a large model, with its targets. `product` and `whole` are shares of the multiply-add
 * peak: of a product alone, and of a pass that dequantizes q4 inside.
 *
 * @type {Record<keyof typeof MODELS, { first?: number, all: number, ablations?: [tokens: number, target: number], memory?: number, share?: { product?: number, whole?: number }, rounds: number }>}
 */
const LARGE = {
  gpt2: { all: 600, ablations: [TOKENS, 12_000], memory: 400, share: { product: 0.7 }, rounds: 5 },
  smollm2: { first: 300, all: 1500, ablations: [30, 20_000], share: { whole: 0.5 }, rounds: 3 },
  qwen: { all: 4000, rounds: 2 },
  llama: { all: 8000, memory: 1000, rounds: 1 },
};

/**
 * The milliseconds of a product of a layer whose matrix is packed, which is the innermost loop of all heads.
 *
 * @param {number} inputs @param {number} outputs
 */
async function ofProduct(inputs, outputs) {
  await kernels.load();
  const cells = Float32Array.from({ length: inputs * outputs }, (_, at) => Math.sin(at));
  const operand = new kernels.RightOperand({ depth: inputs, columns: outputs }, cells);
  const rows = cells.slice(0, TOKENS * inputs);
  const took = await median(async () => void operand.product(rows), 31);
  operand.free();
  return took;
}

/** @param {keyof typeof MODELS} name @returns {Promise<Figure[]>} */
async function large(name) {
  const { first, all, ablations, memory, share, rounds } = LARGE[name];
  const { shape, make } = MODELS[name];
  const before = process.memoryUsage().rss;
  const { files, model: file } = make();
  const model = await open(/** @type {any} */ (files));
  const ids = idsOf(shape.vocabulary, TOKENS);
  let toFirst = NaN;
  const pass = async () => {
    const [start, spent] = [performance.now(), file.spent];
    const onLayer = (/** @type {number} */ layer) => {
      if (layer === 0) toFirst = performance.now() - start;
    };
    const finished = await run(model, { texts: [ids] }, { onLayer });
    finished.free();
    return file.spent - spent;
  };
  const took = await median(pass, rounds);
  // In kibibytes.
  const peak = (process.resourceUsage().maxRSS * 1024 - before) / 1e6;
  /** @type {Figure[]} */
  const figures = [];
  if (first)
    figures.push({ what: `${TOKENS} tokens: first head`, found: toFirst, target: first, unit: 'ms' });
  figures.push({ what: `${TOKENS} tokens: all heads and logits`, found: took, target: all, unit: 'ms' });
  if (memory) figures.push({ what: 'peak memory beyond the file', found: peak, target: memory, unit: 'MB' });
  if (share) {
    const operations = 2 * TOKENS * multiplyAdds(shape) + 2 * shape.width * shape.vocabulary;
    const loop = await peakOf('mul+add');
    const time = await median(async () => void loop(), 5);
    const found = operations / took / (PEAK_OPERATIONS / time);
    figures.push({
      what: 'all heads: share of the multiply-add peak',
      found,
      target: share.whole,
      unit: 'share',
    });
    const product = 2 * TOKENS * shape.width * shape.hidden;
    const alone = product / (await ofProduct(shape.width, shape.hidden)) / (PEAK_OPERATIONS / time);
    figures.push({
      what: 'a product alone, of a packed matrix: share',
      found: alone,
      target: share.product,
      unit: 'share',
    });
  }
  if (ablations) {
    const [tokens, target] = ablations;
    const [text, token] = [ids.slice(0, tokens), 1];
    const what = `${tokens} tokens: all ${shape.layers * shape.heads} ablations`;
    /** @type {Awaited<ReturnType<typeof ablate>>} */
    let effects = [];
    const found = await median(async () => {
      const spent = file.spent;
      effects = await ablate(model, { text, token });
      return file.spent - spent;
    }, 1);
    figures.push({ what: `${what}, one thread`, found, target, unit: 'ms' });
    const { wall, processor } = await inTwoWorkers(files, text, effects);
    figures.push({ what: `${what}, two Workers`, found: wall, target, unit: 'ms' });
    figures.push({
      what: `${what}, processor time of both`,
      found: processor,
      target: 2 * target,
      unit: 'ms',
    });
  }
  return figures.map((figure) => ({ ...figure, what: `${name}, ${figure.what}` }));
}

/**
 * The milliseconds of ablations that two Workers share, with reading the file, and those of the processor.
 * The effects have to be those of one thread, bit for bit.
 *
 * @param {any[]} files
 * @param {number[]} text
 * @param {Awaited<ReturnType<typeof ablate>>} expected
 */
async function inTwoWorkers(files, text, expected) {
  const workers = modelWorkers({ workers: 2, start: nodeWorker });
  const model = workers.use(await open(files.map((file) => file.toFile?.() ?? file)));
  // The Workers are started, and have opened the model.
  await ablate(model, { text: text.slice(0, 2), token: 1 });
  const [start, used] = [performance.now(), process.cpuUsage()];
  const effects = await ablate(model, { text, token: 1 });
  const [wall, { user, system }] = [performance.now() - start, process.cpuUsage(used)];
  workers.close();
  if (JSON.stringify(effects) !== JSON.stringify(expected))
    throw new Error('Two Workers gave other effects than one thread.');
  return { wall, processor: (user + system) / 1000 };
}

const [name] = process.argv.slice(2);
if (name === undefined) {
  for (const each of ['small', ...Object.keys(LARGE)]) {
    const { stdout } = await promisify(execFile)(process.execPath, [fileURLToPath(import.meta.url), each]);
    process.stdout.write(stdout);
  }
} else {
  await load();
  const figures = name === 'small' ? small() : large(/** @type {keyof typeof MODELS} */ (name));
  (await figures).forEach(print);
}
