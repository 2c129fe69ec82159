import { safetensorsHeader } from '../../format/safetensors.js';
import { OFF_KEY, ROUNDING_KEY, SOURCES_KEY, UNCHECKED_KEY } from '../../rooms/maps/source-name.js';
import { unpacked } from './packed.js';
/** @import { PackedFile, SavedHeads } from './payload.js' */

/**
 * Saved heads as a file for the Models room: a .safetensors, which can also contain tokens.
 *
 * @param {SavedHeads} saved
 * @returns {Promise<File>}
 */
export async function headsFile(saved) {
  const { name, shape, bits, low, step, power } = saved;
  const data = await unpacked(saved.data).blob();
  const lists = {
    tokens: saved.tokens,
    query_tokens: saved.queryTokens,
    [SOURCES_KEY]: saved.sources ?? [],
    layers: saved.layers ?? [],
  };
  const metadata = Object.fromEntries(
    Object.entries(lists)
      .filter(([, list]) => list.length > 0)
      .map(([key, list]) => [key, JSON.stringify(list)]),
  );
  Object.assign(metadata, roundingOf(saved));
  if (saved.kind) metadata.kind = saved.kind;
  if (saved.off) metadata[OFF_KEY] = saved.off;
  if (saved.unchecked) metadata[UNCHECKED_KEY] = 'true';
  return checked(tensorsFile(name, metadata, [{ name: 'attention', shape, bits, low, step, power, data }]));
}

/**
 * Unpacks a file: unchanged, or as a .safetensors with its tensors.
 *
 * @param {PackedFile} file
 * @param {() => Promise<ArrayBuffer>} receive - gets the numbers if they are not in the page
 * @returns {Promise<File>}
 * @throws {Error} if there are too few or too many numbers, or the browser has no room for them
 */
export async function packedFile({ name, tensors, metadata = {}, data }, receive) {
  const blob = await unpacked(data ?? (await receive())).blob();
  if (!tensors) return checked(new File([blob], name));
  let at = 0;
  const parts = tensors.map((tensor) => ({
    ...tensor,
    data: blob.slice(at, (at += lengthOf(tensor))),
  }));
  if (at !== blob.size)
    throw new Error(`${name}: the figure has ${blob.size} bytes of numbers, but its tensors need ${at}.`);
  return checked(tensorsFile(name, { ...metadata, ...roundingOf(tensors[0]) }, parts));
}

/**
 * The file, if it can be read. Chromium creates blobs that it has no memory for, and fails only when they are
 * read.
 *
 * @param {File} file
 */
async function checked(file) {
  try {
    await file.slice(0, 1).arrayBuffer();
  } catch {
    const size = Math.ceil(file.size / 1e6);
    throw new Error(
      `${file.name}: the browser has no memory for its ${size} MB: a figure of fewer layers or heads needs less.`,
    );
  }
  return file;
}

/**
 * How numbers were rounded to 8 bits, as metadata.
 *
 * @param {{ bits: number, step?: number, power?: number }} numbers @returns {Record<string, string>}
 */
const roundingOf = ({ bits, step = 0, power = 1 }) =>
  bits === 8 ? { [ROUNDING_KEY]: `${step} ${power}` } : {};

/** The dtype of each number of bits in a .safetensors. */
const DTYPES = { 8: 'U8', 16: 'F16', 32: 'F32' };
/** The metadata key with the steps that numbers of 8 bits are indexes of (`docs/format.md`). */
const STEPS_KEY = 'byte_steps';

/**
 * The number of bytes of a tensor.
 *
 * @param {{ shape: number[], bits: 8 | 16 | 32 }} tensor
 */
const lengthOf = ({ shape, bits }) => shape.reduce((all, side) => all * side, bits / 8);

/**
 * Tensors as a .safetensors file, which the Models room reads. Numbers stay in 8 bits: only the numbers of a
 * head that is measured or shown become floats.
 *
 * @param {string} name
 * @param {Record<string, string>} metadata
 * @param {{ name: string, shape: number[], bits: 8 | 16 | 32, low?: number, step?: number, power?: number, data: BlobPart }[]} tensors
 * @returns {File}
 */
export function tensorsFile(name, metadata, tensors) {
  const steps = tensors
    .filter(({ bits }) => bits === 8)
    .map(({ name: tensor, low = 0, step = 0, power = 1 }) => [tensor, { low, step, power }]);
  const said =
    steps.length > 0 ? { ...metadata, [STEPS_KEY]: JSON.stringify(Object.fromEntries(steps)) } : metadata;
  const header = safetensorsHeader(
    tensors.map((tensor) => [tensor.name, DTYPES[tensor.bits], tensor.shape, lengthOf(tensor)]),
    said,
  );
  return new File([header, ...tensors.map(({ data }) => data)], name);
}
