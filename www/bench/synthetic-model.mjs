/**
 * Models with the shapes of published ones and arbitrary numbers, as files that make their bytes when they
 * are read. So no disk is needed, and the time of reading is known.
 */
import { TENSOR, ggufHeader, padding, real, text, whole } from '../build/gguf.mjs';

/** The numbers of a tensor repeat after this many bytes, times the bytes of a block. */
const REPEAT = 1 << 15;

/**
 * The types of tensors: the bytes of a block, its numbers, and a function that writes an arbitrary block.
 *
 * @type {Record<'f32' | 'bf16' | 'q4_0', { bytes: number, numbers: number, block: (to: DataView, at: number, random: () => number) => void }>}
 */
const TYPES = {
  f32: { bytes: 4, numbers: 1, block: (to, at, random) => to.setFloat32(at, (random() - 0.5) / 10, true) },
  bf16: {
    bytes: 2,
    numbers: 1,
    block(to, at, random) {
      const bits = new DataView(Float32Array.of((random() - 0.5) / 10).buffer).getUint32(0, true);
      to.setUint16(at, bits >>> 16, true);
    },
  },
  q4_0: {
    bytes: 18,
    numbers: 32,
    block(to, at, random) {
      // 0.0061 in 16 bits.
      to.setUint16(at, 0x1e40, true);
      for (let byte = 2; byte < 18; byte += 1) to.setUint8(at + byte, Math.floor(random() * 256));
    },
  },
};
/** @typedef {keyof typeof TYPES} Type */
/** @typedef {{ name: string, shape: number[], type: Type }} Tensor */

/** @param {Type} type */
function pool(type) {
  const { bytes, block } = TYPES[type];
  const cells = new Uint8Array(REPEAT * bytes);
  const view = new DataView(cells.buffer);
  let state = 1;
  const random = () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
  for (let at = 0; at < cells.length; at += bytes) block(view, at, random);
  return cells;
}

/** @param {Tensor} tensor */
function bytesOf({ shape, type }) {
  const { bytes, numbers } = TYPES[type];
  return (shape.reduce((product, side) => product * side, 1) / numbers) * bytes;
}

/** A file whose bytes are made when they are read. */
class SyntheticFile {
  /** The milliseconds that making bytes took. */
  spent = 0;

  /** @param {string} name @param {Uint8Array} header @param {Tensor[]} tensors @param {(length: number) => number} padded */
  constructor(name, header, tensors, padded) {
    this.name = name;
    const pools = Object.fromEntries(tensors.map(({ type }) => [type, pool(type)]));
    let start = header.length;
    const parts = [{ start: 0, end: header.length, cells: header }];
    for (const tensor of tensors) {
      const length = bytesOf(tensor);
      parts.push({ start, end: start + length, cells: pools[tensor.type] });
      start += padded(length);
    }
    this.parts = parts;
    this.size = start;
  }

  /** @param {number} from @param {number} to */
  slice(from, to) {
    return { arrayBuffer: async () => this.bytes(from, Math.min(to, this.size)).buffer };
  }

  /** @param {number} from @param {number} to */
  bytes(from, to) {
    const began = performance.now();
    const out = new Uint8Array(to - from);
    for (const { start, end, cells } of this.parts) {
      for (let at = Math.max(from, start); at < Math.min(to, end);) {
        const within = (at - start) % cells.length;
        const count = Math.min(cells.length - within, Math.min(to, end) - at);
        out.set(cells.subarray(within, within + count), at - from);
        at += count;
      }
    }
    this.spent += performance.now() - began;
    return out;
  }

  /** The same file for other threads: its parts repeat one Blob, so it takes no memory. */
  toFile() {
    const pools = new Map(
      this.parts.map(({ cells }) => [cells, new Blob([/** @type {Uint8Array<ArrayBuffer>} */ (cells)])]),
    );
    const blobs = this.parts.flatMap(({ start, end, cells }, at) => {
      const pool = /** @type {Blob} */ (pools.get(cells));
      const length = end - start;
      const repeats = Array.from({ length: Math.floor(length / pool.size) }, () => pool);
      // The gap before the next tensor.
      const gap = new Uint8Array((this.parts[at + 1]?.start ?? this.size) - end);
      return [...repeats, pool.slice(0, length % pool.size), gap];
    });
    return new File(blobs, this.name);
  }
}

/** A file of a folder. @param {string} name @param {Tensor[]} tensors */
function safetensors(name, tensors) {
  let end = 0;
  const listed = tensors.map((tensor) => {
    const start = end;
    end += bytesOf(tensor);
    const entry = { dtype: tensor.type.toUpperCase(), shape: tensor.shape, data_offsets: [start, end] };
    return [tensor.name, entry];
  });
  const json = Buffer.from(JSON.stringify(Object.fromEntries(listed)));
  const length = Buffer.alloc(8);
  length.writeBigUInt64LE(BigInt(json.length));
  return new SyntheticFile(name, Buffer.concat([length, json]), tensors, (bytes) => bytes);
}

/** @param {string} name @param {[string, Buffer][]} entries @param {Tensor[]} tensors */
function gguf(name, entries, tensors) {
  const listed = tensors.map((tensor) => ({
    ...tensor,
    type: TENSOR[tensor.type],
    length: bytesOf(tensor),
  }));
  return new SyntheticFile(
    name,
    ggufHeader(entries, listed),
    tensors,
    (bytes) => bytes + padding(bytes).length,
  );
}

/**
 * @typedef {object} Shape
 * @property {number} layers @property {number} width @property {number} heads @property {number} keyHeads
 * @property {number} headSize @property {number} hidden @property {number} vocabulary
 */

/** GPT-2 with 124 million parameters. @type {Shape} */
const GPT2 = {
  layers: 12,
  width: 768,
  heads: 12,
  keyHeads: 12,
  headSize: 64,
  hidden: 3072,
  vocabulary: 50257,
};
/** @type {Shape} */
const SMOLLM2 = {
  layers: 30,
  width: 576,
  heads: 9,
  keyHeads: 3,
  headSize: 64,
  hidden: 1536,
  vocabulary: 49152,
};
/** @type {Shape} */
const QWEN = {
  layers: 24,
  width: 896,
  heads: 14,
  keyHeads: 2,
  headSize: 64,
  hidden: 4864,
  vocabulary: 151936,
};
/** @type {Shape} */
const LLAMA = {
  layers: 16,
  width: 2048,
  heads: 32,
  keyHeads: 8,
  headSize: 64,
  hidden: 8192,
  vocabulary: 128256,
};

/** The number of multiply-adds of a token in all layers. @param {Shape} shape */
export function multiplyAdds({ layers, width, heads, keyHeads, headSize, hidden, vocabulary }) {
  const attention = width * headSize * (2 * heads + 2 * keyHeads);
  const matrices = vocabulary === GPT2.vocabulary ? 2 : 3;
  return layers * (attention + matrices * width * hidden);
}

/** GPT-2 with 32 bits, as it is published. */
function gpt2() {
  const { layers, width, hidden, vocabulary } = GPT2;
  /** @type {(name: string, ...shape: number[]) => Tensor} */
  const tensor = (name, ...shape) => ({ name, shape, type: 'f32' });
  const both = (/** @type {string} */ name, /** @type {number[]} */ ...shape) => [
    tensor(`${name}.weight`, ...shape),
    tensor(`${name}.bias`, shape[shape.length - 1]),
  ];
  const tensors = [
    tensor('wte.weight', vocabulary, width),
    tensor('wpe.weight', 1024, width),
    ...Array.from({ length: layers }, (_, layer) => [
      ...both(`h.${layer}.ln_1`, width),
      ...both(`h.${layer}.attn.c_attn`, width, 3 * width),
      ...both(`h.${layer}.attn.c_proj`, width, width),
      ...both(`h.${layer}.ln_2`, width),
      ...both(`h.${layer}.mlp.c_fc`, width, hidden),
      ...both(`h.${layer}.mlp.c_proj`, hidden, width),
    ]).flat(),
    ...both('ln_f', width),
  ];
  const config = {
    model_type: 'gpt2',
    vocab_size: vocabulary,
    n_positions: 1024,
    n_embd: width,
    n_layer: layers,
    n_head: 12,
    layer_norm_epsilon: 1e-5,
    activation_function: 'gelu_new',
  };
  return folder(config, tensors);
}

/** @param {object} config @param {Tensor[]} tensors */
function folder(config, tensors) {
  const model = safetensors('model.safetensors', tensors);
  return { files: [new File([JSON.stringify(config)], 'config.json'), model], model };
}

/** A model of the family of Llama with 16 bits. @param {string} kind @param {Shape} shape */
function llama(kind, { layers, width, heads, keyHeads, headSize, hidden, vocabulary }) {
  /** @type {(name: string, ...shape: number[]) => Tensor} */
  const tensor = (name, ...shape) => ({ name, shape, type: 'bf16' });
  const isQwen = kind === 'qwen2';
  const tensors = [
    tensor('model.embed_tokens.weight', vocabulary, width),
    ...Array.from({ length: layers }, (_, layer) => {
      const of = (/** @type {string} */ name, /** @type {number[]} */ ...shape) =>
        tensor(`model.layers.${layer}.${name}`, ...shape);
      const [queries, keys] = [heads * headSize, keyHeads * headSize];
      return [
        of('input_layernorm.weight', width),
        of('self_attn.q_proj.weight', queries, width),
        of('self_attn.k_proj.weight', keys, width),
        of('self_attn.v_proj.weight', keys, width),
        ...(isQwen
          ? [
              of('self_attn.q_proj.bias', queries),
              of('self_attn.k_proj.bias', keys),
              of('self_attn.v_proj.bias', keys),
            ]
          : []),
        of('self_attn.o_proj.weight', width, queries),
        of('post_attention_layernorm.weight', width),
        of('mlp.gate_proj.weight', hidden, width),
        of('mlp.up_proj.weight', hidden, width),
        of('mlp.down_proj.weight', width, hidden),
      ];
    }).flat(),
    tensor('model.norm.weight', width),
  ];
  const config = {
    model_type: kind,
    vocab_size: vocabulary,
    hidden_size: width,
    intermediate_size: hidden,
    num_hidden_layers: layers,
    num_attention_heads: heads,
    num_key_value_heads: keyHeads,
    max_position_embeddings: 32768,
    rms_norm_eps: 1e-6,
    rope_theta: 1e6,
    hidden_act: 'silu',
    tie_word_embeddings: true,
  };
  return folder(config, tensors);
}

/** SmolLM2-135M with 4 bits, as a GGUF file. */
function smolLm2() {
  const { layers, width, heads, keyHeads, headSize, hidden, vocabulary } = SMOLLM2;
  const tensor = (/** @type {string} */ name, /** @type {number[]} */ ...shape) =>
    /** @type {Tensor} */ ({ name: `${name}.weight`, shape, type: shape.length === 1 ? 'f32' : 'q4_0' });
  const [queries, keys] = [heads * headSize, keyHeads * headSize];
  const tensors = [
    tensor('token_embd', vocabulary, width),
    ...Array.from({ length: layers }, (_, layer) => [
      tensor(`blk.${layer}.attn_norm`, width),
      tensor(`blk.${layer}.attn_q`, queries, width),
      tensor(`blk.${layer}.attn_k`, keys, width),
      tensor(`blk.${layer}.attn_v`, keys, width),
      tensor(`blk.${layer}.attn_output`, width, queries),
      tensor(`blk.${layer}.ffn_norm`, width),
      tensor(`blk.${layer}.ffn_gate`, hidden, width),
      tensor(`blk.${layer}.ffn_up`, hidden, width),
      tensor(`blk.${layer}.ffn_down`, width, hidden),
    ]).flat(),
    tensor('output_norm', width),
  ];
  /** @type {[string, Buffer][]} */
  const entries = [
    ['general.architecture', text('llama')],
    ['llama.block_count', whole(layers)],
    ['llama.context_length', whole(8192)],
    ['llama.embedding_length', whole(width)],
    ['llama.feed_forward_length', whole(hidden)],
    ['llama.attention.head_count', whole(heads)],
    ['llama.attention.head_count_kv', whole(keyHeads)],
    ['llama.attention.layer_norm_rms_epsilon', real(1e-5)],
    ['llama.rope.freq_base', real(100_000)],
  ];
  const model = gguf('smollm2.gguf', entries, tensors);
  return { files: [model], model };
}

/** The models, by the names of their shapes. */
export const MODELS = {
  gpt2: { shape: GPT2, make: gpt2 },
  smollm2: { shape: SMOLLM2, make: smolLm2 },
  qwen: { shape: QWEN, make: () => llama('qwen2', QWEN) },
  llama: { shape: LLAMA, make: () => llama('llama', LLAMA) },
};
