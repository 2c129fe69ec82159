/** Which of the files of a folder are what: one GGUF file, or config.json, tokenizer.json and safetensors. */
import { engineError } from './instance.js';

/** The maximum number of bytes of a JSON file of a folder. */
const MAX_JSON = 64 << 20;

/**
 * The files of one model.
 *
 * @typedef {object} ModelFiles
 * @property {string} name - of the folder or of the file
 * @property {Blob[]} parameters - the GGUF file, or the `.safetensors` files
 * @property {Blob | null} config - null for GGUF
 * @property {Blob | null} tokenizer - `tokenizer.json`
 * @property {Blob | null} tokenizerConfig - `tokenizer_config.json`
 */

/** The name of a file; empty if it has none. @internal @param {Blob} file */
export const nameOf = (file) => ('name' in file ? String(file.name) : '');

/** The folders that a file is in, from the outermost one. @param {Blob} file */
const foldersOf = (file) =>
  'webkitRelativePath' in file ? String(file.webkitRelativePath).split('/').slice(0, -1) : [];

/**
 * The error of files that are no model.
 *
 * @param {string} message @param {string} kind @param {unknown} [cause]
 */
export const refused = (message, kind, cause) => engineError('file', message, cause, kind);

const isGguf = (/** @type {string} */ name) => /\.gguf$/i.test(name);
const isSafetensors = (/** @type {string} */ name) => /\.safetensors$/i.test(name);

/** What only the folders of models have beside their `.safetensors` files. */
const BESIDE = ['config.json', 'tokenizer.json', 'tokenizer_config.json'];

/** What else may be in such a folder, without the parameters that are read. */
const OTHERS =
  /^((generation_|special_tokens_|added_)\w+|vocab)\.json$|^merges\.txt$|\.(bin|pth?|index\.json)$/i;

/**
 * Whether files may be a model: a GGUF file, or `.safetensors` files with a `config.json` or a tokenizer; or
 * only such files as stand beside the parameters, which are told what is missing.
 *
 * @param {Blob[]} files
 */
export function isModel(files) {
  const names = files.map(nameOf);
  const isBeside = (/** @type {string} */ name) => BESIDE.includes(name);
  return (
    names.some(isGguf) ||
    (names.some(isBeside) && names.some(isSafetensors)) ||
    (names.some(isBeside) && names.every((name) => isBeside(name) || OTHERS.test(name)))
  );
}

/** The most parts that are looked for. */
const MAX_PARTS = 1024;

/** In which files transformers looks for parameters first; `consolidated.safetensors` has them once more. */
const PARAMETERS = [/^model\.safetensors$/, /^model-\d+-of-\d+\.safetensors$/, /\.safetensors$/i];

/**
 * Finds the files of one model.
 *
 * @param {Blob[]} all
 * @returns {ModelFiles}
 * @throws {Error} with a sentence, if they are none or two
 */
export function modelFiles(all) {
  const folders = outermost(all);
  const files = folders[0] ?? all;
  const named = (/** @type {string} */ name) => files.filter((file) => nameOf(file) === name);
  const gguf = files.filter((file) => isGguf(nameOf(file)) || nameOf(file) === '');
  const parameters = PARAMETERS.map((form) => files.filter((file) => form.test(nameOf(file)))).find(
    ({ length }) => length > 0,
  );
  const configs = named('config.json');
  const models = gguf.length + Math.max(configs.length, folders.length, parameters ? 1 : 0);
  if (models > 1) throw refused(`There are ${models} models: open one of them.`, 'two_models');
  if (gguf.length === 1)
    return { name: nameOf(gguf[0]), parameters: gguf, config: null, tokenizer: null, tokenizerConfig: null };
  if (!parameters) {
    const pickled = files.map(nameOf).find((name) => /\.(bin|pth?)$/i.test(name));
    throw refused(
      pickled === undefined
        ? 'There is no model: a .gguf file, or config.json with .safetensors files.'
        : `${pickled} is pickled Python, which is never run: write it as .safetensors with model.save_pretrained("folder").`,
      'no_model',
    );
  }
  if (configs.length === 0)
    throw refused(
      `${nameOf(parameters[0])} is a model without its config.json: add config.json and tokenizer.json.`,
      'no_config',
    );
  const absent = absentOf(parameters.map(nameOf));
  if (absent !== null) throw refused(`${absent} is missing: all parts of a model are needed.`, 'no_part');
  return {
    name: folderName(foldersOf(parameters[0])) || nameOf(parameters[0]),
    // In the order of their names, as the parts of a model are numbered.
    parameters: parameters.toSorted((a, b) => (nameOf(a) < nameOf(b) ? -1 : 1)),
    config: configs[0],
    tokenizer: named('tokenizer.json')[0] ?? null,
    tokenizerConfig: named('tokenizer_config.json')[0] ?? null,
  };
}

/**
 * The first part that is missing of parameters in several files, such as `model-00002-of-00003.safetensors`.
 *
 * @param {string[]} names
 */
function absentOf(names) {
  const [, start = '', number = '', all = '', end = ''] = /^(.*-)(\d+)-of-(\d+)(\..*)$/.exec(names[0]) ?? [];
  for (let part = 1; part <= Math.min(Number(all), MAX_PARTS); part += 1) {
    const name = `${start}${String(part).padStart(number.length, '0')}-of-${all}${end}`;
    if (!names.includes(name)) return name;
  }
  return null;
}

/**
 * The files of each outermost folder with a model. Its subfolders have other forms of it (`onnx`, `original`)
 * or what follows it (`1_Pooling`), with a `config.json` of their own.
 *
 * @param {Blob[]} files
 */
function outermost(files) {
  const folders = /** @type {Map<string, Blob[]>} */ (new Map());
  for (const file of files) {
    const folder = foldersOf(file).join('/');
    folders.set(folder, [...(folders.get(folder) ?? []), file]);
  }
  const models = [...folders.values()].filter(
    (some) =>
      some.some((file) => isSafetensors(nameOf(file))) && some.some((file) => nameOf(file) === 'config.json'),
  );
  const depths = models.map(([file]) => foldersOf(file).length);
  return models.filter((_, at) => depths[at] === Math.min(...depths));
}

/**
 * The name of a model from its folders. In the cache of Hugging Face it is not that of the last one:
 * `models--google--gemma-2-2b/snapshots/c5eb…`.
 *
 * @param {string[]} folders
 */
const folderName = (folders) => /^models--.*--(.+)$/.exec(folders.at(-3) ?? '')?.[1] ?? folders.at(-1);

/**
 * Reads a JSON file of a folder.
 *
 * @param {Blob} file
 * @returns {Promise<any>}
 * @throws {Error} with a sentence, if it is too long or not JSON
 */
export async function json(file) {
  if (file.size > MAX_JSON)
    throw refused(`${nameOf(file)} has ${file.size} bytes: at most ${MAX_JSON} are read.`, 'limit');
  try {
    return JSON.parse(await file.text());
  } catch (error) {
    throw refused(`${nameOf(file)} is not JSON.`, 'json', error);
  }
}
