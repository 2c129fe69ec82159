/** Runs a model in Node, and gives its heads as a file that the command reads like any other. */
import { readdir } from 'node:fs/promises';
import { basename, join, resolve } from 'node:path';
import { load, open, run, toFile } from '../engine/model.js';
import { number } from '../format/display.js';
import { fileAt, isFolder } from './files.mjs';
/** @import { LanguageModel } from '../engine/model.js' */
/** @import { Options } from './options.mjs' */

/**
 * The heads of a model for a text or ids of tokens, and a sentence about the model.
 *
 * @param {Options} options
 * @returns {Promise<{ file: File, summary: string }>}
 */
export async function headsOfModel({ files, text, ids }) {
  await load();
  const model = await open(await modelAt(files));
  try {
    const finished = await run(model, { texts: [ids ?? idsOf(model, text ?? '')] });
    try {
      const file = toFile(finished, { name: model.name });
      return { file, summary: sentenceAbout(model, finished.ids[0].length) };
    } finally {
      finished.free();
    }
  } finally {
    model.free();
  }
}

/** @param {LanguageModel} model @param {string} text */
function idsOf(model, text) {
  if (model.tokenizerProblem) throw model.tokenizerProblem;
  if (!model.facts.hasTokenizer)
    throw new Error(`${model.name} has no tokenizer.json: add it, or give --ids "15 1203 88".`);
  const found = model.encode(text);
  if (found.length === 0) throw new Error('--text has no token.');
  return found;
}

/** @param {LanguageModel} model @param {number} tokens */
function sentenceAbout({ name, facts: { kind, layers, heads, parameters, notes } }, tokens) {
  const millions = number(parameters / 1e6, 2);
  const length = tokens === 1 ? '1 token' : `${tokens} tokens`;
  return `${name} (${kind}): ${layers} layers of ${heads} heads, ${millions} million parameters, run over ${length}${['', ...notes].join('; ')}.`;
}

/** The files of a model: those that are named, or those of the folder that is. @param {string[]} paths */
async function modelAt(paths) {
  const [path, ...others] = paths;
  if (!(await isFolder(path))) return Promise.all(paths.map(fileAt));
  if (others.length > 0) throw new Error(`${path} is a folder: name it alone.`);
  const entries = await readdir(path, { withFileTypes: true });
  const inside = entries.filter((entry) => !entry.isDirectory()).map(({ name }) => name);
  const found = inside.filter((name) => /\.(gguf|safetensors|json)$/i.test(name));
  const folder = basename(resolve(path));
  return Promise.all(
    found.map(async (name) =>
      // As in a browser, the name of the folder is that of the model.
      Object.defineProperty(await fileAt(join(path, name)), 'webkitRelativePath', {
        value: `${folder}/${name}`,
      }),
    ),
  );
}
