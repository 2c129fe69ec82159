import { SHAPE, STEPS } from './model.js';
import { packed } from './packed.js';
import { unpack } from './unpack.js';

/** What the sample is: real, of which model, over which sentence, and how far it was rounded. */
export const SAMPLE = {
  name: 'minilm_trophy.safetensors',
  model: 'all-MiniLM-L6-v2',
  licence: 'Apache-2.0',
  sentence: "The trophy doesn't fit in the suitcase because it is too big.",
  tokens: ['[CLS]', 'the', 'trophy', 'doesn', "'", 't', 'fit', 'in', 'the', 'suitcase', 'because', 'it', 'is', 'too', 'big', '.', '[SEP]'],
  layers: SHAPE.layers,
  heads: SHAPE.heads,
  steps: STEPS,
};

/** The sample as a file that a reader might have dropped, with its tokens and what it is in its metadata. */
export function sample() {
  const weights = Float32Array.from(unpack(packed), (steps) => steps / STEPS);
  const { layers, heads, tokens } = SHAPE;
  const text = JSON.stringify({
    __metadata__: {
      tokens: JSON.stringify(SAMPLE.tokens), model: SAMPLE.model, license: SAMPLE.licence, text: SAMPLE.sentence,
      note: `attention of the model itself, rounded to multiples of 1/${STEPS}, rows summing to 1`,
    },
    attentions: { dtype: 'F32', shape: [layers, heads, tokens, tokens], data_offsets: [0, weights.byteLength] },
  });
  // Blanks bring the numbers to a multiple of 8, where other readers look for them. All of the text is ASCII.
  const header = new TextEncoder().encode(text.padEnd(Math.ceil(text.length / 8) * 8));
  const bytes = new Uint8Array(8 + header.length + weights.byteLength);
  const view = new DataView(bytes.buffer);
  view.setUint32(0, header.length, true);
  bytes.set(header, 8);
  weights.forEach((weight, i) => view.setFloat32(8 + header.length + 4 * i, weight, true));
  return new File([bytes], SAMPLE.name);
}
