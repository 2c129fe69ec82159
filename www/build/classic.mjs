/** Builds one classic script of the page: its entry, and the modules that other scripts import from it. */
import { readFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { scriptText, unsafeIn } from '../page/script-text.js';
import { bundleText, noNode, OPTIONS, otherScripts, programs } from './plugins.mjs';
import { entryOf, sharedModules, WWW } from './scripts.mjs';
/** @import { Script } from './scripts.mjs' */

/**
 * The modules of each script that the given scripts import from each other.
 *
 * @param {Script[]} scripts
 * @returns {Promise<Record<string, string[]>>}
 */
export async function sharedBy(scripts) {
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: scripts.filter(({ isData }) => !isData).map((script) => `${WWW}${entryOf(script)}`),
    external: ['heedmap:*'],
    absWorkingDir: WWW,
    outdir: 'dist',
    write: false,
    metafile: true,
  });
  return sharedModules(metafile.inputs);
}

/** The licenses of other authors' code as a comment. `cargo xtask build` writes the file. */
async function licensesComment() {
  const text = await readFile(`${WWW}../THIRD-PARTY-LICENSES.txt`, 'utf8');
  return `/*!\n${text.replaceAll('*/', '* /')}*/\n`;
}

/**
 * The text of a script.
 *
 * @param {Script} script
 * @param {string[]} shared - the modules that others import from it
 * @param {object} [options]
 * @param {boolean} [options.runsEntry] - whether its entry runs; otherwise the script only has modules
 * @param {import('esbuild').Plugin[]} [options.plugins] - applied before the others
 * @throws {Error} if the script contains text that is not allowed in an inline script
 */
export async function classicText(script, shared, { runsEntry = true, plugins = [] } = {}) {
  const named = shared.map((module, index) => [module, `m${index}`]);
  const contents = [
    ...(runsEntry && !script.isData ? [`import './${entryOf(script)}';`] : []),
    // A table of texts and a style sheet are default exports.
    ...named.map(([module, name]) =>
      /\.(json|css\.js)$/.test(module)
        ? `import ${name} from './${module}';`
        : `import * as ${name} from './${module}';`,
    ),
    `const modules = { ${named.map(([module, name]) => `'${module}': ${name}`).join(', ')} };`,
    script.isData
      ? 'for (const [name, data] of Object.entries(modules)) heedmap.modules[name] = heedmap.modules[name] ? Object.assign(heedmap.modules[name], data) : data;'
      : 'Object.assign(heedmap.modules, modules);',
  ].join('\n');
  const { outputFiles } = await build({
    ...OPTIONS,
    stdin: { contents, resolveDir: WWW },
    write: false,
    plugins: [...plugins, otherScripts(script), programs, noNode],
  });
  // Every saved file contains this script, and with it the licenses.
  const licenses = script.name === 'frame' ? await licensesComment() : '';
  const text = scriptText(script.name, `function(){${licenses}${bundleText(outputFiles).trimEnd()}}`);
  // In a script element, these characters would end it too early or change its meaning.
  const unsafe = unsafeIn(text);
  if (unsafe) throw new Error(`www/${script.file} cannot be an inline script: it contains ${unsafe}`);
  return text;
}
