/**
 * Writes `small-model.gguf`, the model that the room opens with: `node www/rooms/maps/live/pack.mjs`. A test
 * compares it with the fixture.
 *
 * It is the GPT of `fixtures/model/tiny-gpt` in one file, with its vocabulary. Matrices have 8 bits: blocks
 * of 32 numbers `scale · n`, where n is from -127 to 127 and the scale has 16 bits (Q8_0 of GGUF). Biases and
 * factors of norms have 32 bits. On held-out text this costs 0.0002 nats a token: 3.9621 instead of 3.9619
 * (`node www/bench/small-model.mjs`).
 */
import { readFile, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import {
  TENSOR,
  VALUE,
  flag,
  ggufHeader,
  list,
  padding,
  real,
  text,
  textBytes,
  u32,
  whole,
} from '../../../build/gguf.mjs';

const SOURCE = new URL('../../../../fixtures/model/tiny-gpt/', import.meta.url);
export const SMALL_MODEL = new URL('small-model.gguf', import.meta.url);

const BLOCK = 32;
const TOKEN = { normal: 1, control: 3 };

/** The names of tensors in both formats. @type {[string, string][]} */
const NAMES = [
  ['wte', 'token_embd'],
  ['wpe', 'position_embd'],
  ['ln_f', 'output_norm'],
  ...Array.from({ length: 4 }, (_, layer) =>
    /** @type {[string, string][]} */ ([
      ['ln_1', 'attn_norm'],
      ['attn.c_attn', 'attn_qkv'],
      ['attn.c_proj', 'attn_output'],
      ['ln_2', 'ffn_norm'],
      ['mlp.c_fc', 'ffn_up'],
      ['mlp.c_proj', 'ffn_down'],
    ]).map(([from, to]) => /** @type {[string, string]} */ ([`h.${layer}.${from}`, `blk.${layer}.${to}`])),
  ).flat(),
];

/** A number of 16 bits. @param {number} bits */
function widened(bits) {
  const sign = bits & 0x8000 ? -1 : 1;
  const [exponent, fraction] = [(bits >> 10) & 31, bits & 1023];
  return sign * (exponent === 0 ? fraction * 2 ** -24 : (1 + fraction / 1024) * 2 ** (exponent - 15));
}

/** The nearest positive number of 16 bits, as its bits. @param {number} number */
function halfBits(number) {
  let [low, high] = [0, 0x7bff];
  while (high - low > 1) {
    const middle = (low + high) >> 1;
    if (widened(middle) <= number) low = middle;
    else high = middle;
  }
  return number - widened(low) <= widened(high) - number ? low : high;
}

/** The tensors of the fixture, in 32 bits. */
export async function tensors() {
  const file = await readFile(new URL('model.safetensors', SOURCE));
  const header = Number(file.readBigUInt64LE(0));
  const listed = Object.entries(JSON.parse(file.toString('utf8', 8, 8 + header)));
  return new Map(
    listed
      .filter(([name]) => name !== '__metadata__')
      .map(
        ([
          name,
          {
            shape,
            dtype,
            data_offsets: [start, end],
          },
        ]) => {
          if (dtype !== 'F16') throw new Error(`${name} has the type ${dtype}, not F16`);
          const bytes = file.subarray(8 + header + start, 8 + header + end);
          const data = Float32Array.from({ length: bytes.length / 2 }, (_, at) =>
            widened(bytes.readUInt16LE(2 * at)),
          );
          return [name, { shape: /** @type {number[]} */ (shape), data }];
        },
      ),
  );
}

/** (in, out) as (out, in). @param {{ shape: number[], data: Float32Array }} tensor */
function transposed({ shape: [rows, cols], data }) {
  const to = new Float32Array(data.length);
  for (let row = 0; row < rows; row += 1)
    for (let col = 0; col < cols; col += 1) to[col * rows + row] = data[row * cols + col];
  return { shape: [cols, rows], data: to };
}

/** Blocks of 8 bits. @param {Float32Array} data */
function quantized(data) {
  const bytes = Buffer.alloc((data.length / BLOCK) * (2 + BLOCK));
  for (let block = 0; block < data.length / BLOCK; block += 1) {
    const numbers = data.subarray(block * BLOCK, (block + 1) * BLOCK);
    const bits = halfBits(numbers.reduce((most, number) => Math.max(most, Math.abs(number)), 0) / 127);
    const scale = widened(bits);
    const at = block * (2 + BLOCK);
    bytes.writeUInt16LE(bits, at);
    numbers.forEach((number, index) => {
      const step = scale === 0 ? 0 : Math.round(number / scale);
      bytes.writeInt8(Math.max(-127, Math.min(127, step)), at + 2 + index);
    });
  }
  return bytes;
}

/** The entries of the header. */
async function entries() {
  const read = async (/** @type {string} */ name) =>
    JSON.parse(await readFile(new URL(name, SOURCE), 'utf8'));
  const [config, tokenizer] = [await read('config.json'), await read('tokenizer.json')];
  const vocabulary = Object.entries(tokenizer.model.vocab).sort(([, a], [, b]) => a - b);
  const special = new Set(tokenizer.added_tokens.map((/** @type {{ id: number }} */ { id }) => id));
  /** @type {[string, Buffer][]} */
  const all = [
    ['general.architecture', text('gpt2')],
    ['general.name', text('Tiny GPT, trained on Jane Austen')],
    ['general.license', text('MIT OR Apache-2.0')],
    ['gpt2.block_count', whole(config.n_layer)],
    ['gpt2.context_length', whole(config.n_positions)],
    ['gpt2.embedding_length', whole(config.n_embd)],
    ['gpt2.feed_forward_length', whole(4 * config.n_embd)],
    ['gpt2.attention.head_count', whole(config.n_head)],
    ['gpt2.attention.layer_norm_epsilon', real(config.layer_norm_epsilon)],
    ['tokenizer.ggml.model', text('gpt2')],
    ['tokenizer.ggml.pre', text('gpt-2')],
    [
      'tokenizer.ggml.tokens',
      list(
        VALUE.text,
        vocabulary.map(([token]) => textBytes(token)),
      ),
    ],
    [
      'tokenizer.ggml.token_type',
      list(
        VALUE.i32,
        vocabulary.map(([, id]) => u32(special.has(id) ? TOKEN.control : TOKEN.normal)),
      ),
    ],
    [
      'tokenizer.ggml.merges',
      list(
        VALUE.text,
        tokenizer.model.merges.map((/** @type {string[]} */ pair) => textBytes(pair.join(' '))),
      ),
    ],
    ['tokenizer.ggml.add_bos_token', flag(false)],
  ];
  return all;
}

/** The file. */
export async function packed() {
  const [header, source] = [await entries(), await tensors()];
  /** @type {{ name: string, shape: number[], type: number, bytes: Buffer }[]} */
  const written = [];
  for (const [from, to] of NAMES)
    for (const role of ['weight', 'bias']) {
      const tensor = source.get(`${from}.${role}`);
      if (!tensor) continue;
      const isMatrix = tensor.shape.length === 2;
      // GPT-2 stores the matrices of its layers as (in, out), GGUF as (out, in).
      const { shape, data } = isMatrix && from.startsWith('h.') ? transposed(tensor) : tensor;
      const bytes = isMatrix ? quantized(data) : Buffer.from(data.buffer);
      written.push({ name: `${to}.${role}`, shape, type: isMatrix ? TENSOR.q8_0 : TENSOR.f32, bytes });
    }
  const start = ggufHeader(
    header,
    written.map(({ bytes, ...tensor }) => ({ ...tensor, length: bytes.length })),
  );
  return Buffer.concat([start, ...written.flatMap(({ bytes }) => [bytes, padding(bytes.length)])]);
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await writeFile(SMALL_MODEL, await packed());
