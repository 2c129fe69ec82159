/**
 * Bundles the page into classic scripts: one with what all rooms share, and one for each room, with its wasm
 * in it. So index.html opens from a file as well as over HTTP: on `file://` browsers reject modules and
 * fetch, but run classic scripts. Each script is a function that runs at once. The page can get the text of
 * the function where no file can be read, and writes it into the files that it saves.
 */
import './embed-build.mjs';
import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { scriptText, unsafeIn } from '../page/script-text.js';
import { carried, elsewhere, noNode, OPTIONS } from './plugins.mjs';
import { entryOf, SCRIPTS, sharedModules, WWW } from './scripts.mjs';

const LAST = /** @type {import('./scripts.mjs').Script} */ (SCRIPTS.find(({ name }) => name === 'embed'));

try {
  await mkdir(`${WWW}dist`, { recursive: true });
  const { metafile } = await build({
    ...OPTIONS,
    entryPoints: SCRIPTS.map((script) => `${WWW}${entryOf(script)}`),
    external: ['heedmap:*'],
    absWorkingDir: WWW,
    outdir: 'dist',
    write: false,
    metafile: true,
  });
  const shared = sharedModules(metafile.inputs);
  // The Embed room says how large the others are.
  for (const script of [...SCRIPTS.filter((each) => each !== LAST), LAST]) {
    const mine = shared[script.name].map((module, place) => [module, `m${place}`]);
    const contents = [
      `import './${entryOf(script)}';`,
      ...mine.map(([module, name]) => `import * as ${name} from './${module}';`),
      `Object.assign(heedmap.modules, { ${mine.map(([module, name]) => `'${module}': ${name}`).join(', ')} });`,
    ].join('\n');
    const { outputFiles } = await build({
      ...OPTIONS,
      stdin: { contents, resolveDir: WWW },
      write: false,
      plugins: [elsewhere(script), carried, noNode],
    });
    const text = `${scriptText(script.name, `function(){${(outputFiles?.[0].text ?? '').trimEnd()}}`)}\n`;
    // These characters in a script element would end it too early or change its meaning.
    if (unsafeIn(text))
      throw new Error(`www/${script.file} cannot stand in a page as it is: it has ${unsafeIn(text)}`);
    await writeFile(`${WWW}${script.file}`, text);
  }
} catch (error) {
  // Errors in the sources have been printed with their places.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exitCode = 1;
}
