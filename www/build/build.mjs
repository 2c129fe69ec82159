/**
 * Bundles the page into classic scripts, one for what all rooms share and one a room, each room's with its wasm in it. So index.html opens from a file as well as
 * over HTTP: browsers refuse modules and fetch on `file://`, classic scripts they take. Each is a function that runs at once, whose text can be asked for
 * where no file can be read: the page writes it into the files that it saves.
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
    // Where these stand in a page, a script would end too early or read otherwise than it is written.
    if (unsafeIn(text))
      throw new Error(`www/${script.file} cannot stand in a page as it is: it has ${unsafeIn(text)}`);
    await writeFile(`${WWW}${script.file}`, text);
  }
} catch (error) {
  // What is wrong with a source has been printed, with its place.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exitCode = 1;
}
