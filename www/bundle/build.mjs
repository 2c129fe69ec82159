/**
 * Bundles the page into classic scripts, one for what all rooms share and one a room, each room's with its wasm in it. So index.html opens from a file as well as
 * over HTTP: browsers refuse modules and fetch on `file://`, classic scripts they take. Each is a function that runs at once, whose text can be asked for
 * where no file can be read: the page writes it into the files that it saves.
 */
import { mkdir, writeFile } from 'node:fs/promises';
import { build } from 'esbuild';
import { scriptText, unsafeIn } from '../app/script-text.js';
import { carried, closeSheets, noNode, OPTIONS, smaller, taken } from './plugins.mjs';
import { exportsOf, homes, numbersOf, SCRIPTS, WWW } from './scripts.mjs';

try {
  await mkdir(`${WWW}dist`, { recursive: true });
  const places = await homes(OPTIONS);
  const numbers = numbersOf(places);
  const names = await exportsOf(OPTIONS, [...places.keys()]);
  for (const script of SCRIPTS) {
    const shared = [...places].filter(([, { home, reached }]) => home === script && reached.some((other) => other !== script)).map(([module]) => module);
    const lines = shared.map((module, place) => `import * as m${place} from './${module}';`);
    const register = `Object.assign(heedmap.shared, { ${shared.map((module, place) => `${numbers.get(module)}: m${place}`).join(', ')} });`;
    const { outputFiles } = await build({
      ...OPTIONS,
      stdin: { contents: [`import './${script.entry}';`, ...lines, ...(shared.length > 0 ? [register] : [])].join('\n'), resolveDir: WWW },
      write: false,
      plugins: [carried, noNode, taken(script, places, names), closeSheets],
    });
    const text = `${scriptText(script.name, `function(){${(await smaller(outputFiles?.[0].text ?? '')).trimEnd()}}`)}\n`;
    // Where these stand in a page, a script would end too early or read otherwise than it is written.
    if (unsafeIn(text)) throw new Error(`www/${script.file} cannot stand in a page as it is: it has ${unsafeIn(text)}`);
    await writeFile(`${WWW}${script.file}`, text);
  }
} catch (error) {
  // What is wrong with a source has been printed, with its place.
  if (!(error instanceof Error && 'errors' in error)) console.error(error);
  process.exitCode = 1;
}
