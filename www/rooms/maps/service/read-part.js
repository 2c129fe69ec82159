import { feedOrFree } from './bytes.js';
import { errorData, errorOf } from './errors.js';
import { shownName } from '../reading/shown-name.js';
/** @import { Bytes } from './bytes.js' */
/** @import { Task } from './task.js' */
/** @import { TensorFile, TensorFileError } from '../../../engine/maps.js' */

/** @typedef {ReturnType<TensorFile['listing']>} Listing */
/**
 * A file whose tensors can be read. `narrow` reads ahead less than `bytes`, for parts that are far from each
 * other.
 *
 * @typedef {{ name: string, file: TensorFile, listing: Listing, bytes: Bytes, narrow: Bytes }} Open
 */

/**
 * An error about a file, with the name of the file in its message. Its class and kind stay.
 *
 * @param {unknown} error @param {string} name - of the file, or empty
 */
export function withName(error, name) {
  if (error instanceof Error && 'class' in error) return withNames(error, { name });
  const { message, ...rest } = errorData(error);
  return name === '' ? error : errorOf({ ...rest, message: `${shownName(name)}: ${message}` });
}

/**
 * An error about a tensor, with the names of the file and of the tensor in its message.
 *
 * @param {unknown} error
 * @param {Pick<Open, 'name'> & Partial<Pick<Open, 'listing'>>} open - with the listing, if a tensor is given
 * @param {number} [tensor] - omitted if the message names the tensor
 */
export function withNames(error, { name, listing }, tensor) {
  if (!(error instanceof Error) || !('class' in error)) return error;
  const {
    class: group,
    within = null,
    reason = error.message,
  } = /** @type {Partial<TensorFileError>} */ (error);
  const names = [name, tensor === undefined ? (within ?? '') : (listing?.tensors[tensor].name ?? '')]
    .filter((each) => each !== '')
    .map(shownName);
  return names.length === 0
    ? error
    : Object.assign(new Error(`${names.join(', ')}: ${reason}`), { kind: 'file', class: group });
}

/**
 * Reads a part of a tensor.
 *
 * @template T
 * @param {Open} open
 * @param {number} tensor
 * @param {Parameters<TensorFile['read']>[1]} picks
 * @param {Task} task
 * @param {(reading: ReturnType<TensorFile['read']>) => T} numbers - reads them, once the bytes are there
 * @param {(length: number) => boolean} [isNarrow] - whether to read ahead less, by the bytes that are needed first
 */
export async function readPart(open, tensor, picks, task, numbers, isNarrow = () => false) {
  try {
    const reading = open.file.read(tensor, picks, true);
    await feedOrFree(reading, isNarrow(reading.need()?.length ?? 0) ? open.narrow : open.bytes, task);
    return numbers(reading);
  } catch (error) {
    throw withNames(error, open, tensor);
  }
}
