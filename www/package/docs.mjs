/**
 * Writes docs/elements.md, the settings of the Python package, the sizes in README.md and docs/embedding.md,
 * and www/build/sizes.json, with which the table of `cargo xtask test` compares. Run by `npm run docs`, after
 * a build.
 */
import { readFileSync, writeFileSync } from 'node:fs';
import { scriptSizes } from '../build/downloads.mjs';
import { elementsDoc } from './elements-doc.mjs';
import { PYTHON_SETTINGS, pythonSettings } from './python-settings.mjs';
import { RECORDED, SIZED, withSizes } from './sizes-doc.mjs';

const ROOT = new URL('../../', import.meta.url);
writeFileSync(new URL('docs/elements.md', ROOT), elementsDoc());
writeFileSync(new URL(PYTHON_SETTINGS, ROOT), pythonSettings());
const scripts = await scriptSizes();
writeFileSync(new URL(RECORDED, ROOT), `${JSON.stringify(scripts, null, 2)}\n`);
for (const file of SIZED) {
  const text = readFileSync(new URL(file, ROOT), 'utf8');
  writeFileSync(new URL(file, ROOT), withSizes(text, scripts));
}
