import { accessSync, constants } from 'node:fs';
import { delimiter, join } from 'node:path';
import { chromium } from 'playwright-core';

/** The same engine without the interface of a browser, which takes an eighth less processor time. */
const SHELL = 'chromium-headless-shell';
const NAMES = [SHELL, 'chromium', 'chromium-browser', 'google-chrome'];

/** No sandbox: tests run as root in containers. The rest keeps the browser from calling out on its own. */
const FLAGS = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Debian's shell crashes where wasm reads outside of its memory, unless addresses are compared. */
const FLAGS_OF_SHELL = ['--js-flags=--wasm-enforce-bounds-checks'];

/**
 * Starts a headless Chromium with a new, empty profile. It tries a second time if the browser dies while it
 * starts.
 *
 * @param {string} [fontConfig] - the path of a configuration of fontconfig
 * @returns {Promise<import('playwright-core').Browser>}
 */
export async function launch(fontConfig) {
  const env = { ...process.env, ...(fontConfig === undefined ? {} : { FONTCONFIG_FILE: fontConfig }) };
  const executablePath = executable();
  const args = executablePath.endsWith(SHELL) ? [...FLAGS, ...FLAGS_OF_SHELL] : FLAGS;
  const options = { executablePath, headless: true, args, env };
  try {
    return await chromium.launch(options);
  } catch (error) {
    console.error(`Chromium did not start, once more: ${error instanceof Error ? error.message : error}`);
    return chromium.launch(options);
  }
}

/** The path of Chromium: the variable HEEDMAP_CHROMIUM, otherwise the first known name on the PATH. */
function executable() {
  if (process.env.HEEDMAP_CHROMIUM) return process.env.HEEDMAP_CHROMIUM;
  for (const name of NAMES) {
    for (const folder of (process.env.PATH ?? '').split(delimiter)) {
      const path = join(folder, name);
      try {
        accessSync(path, constants.X_OK);
        return path;
      } catch {
        // It is not in this folder.
      }
    }
  }
  throw new Error(`None of ${NAMES.join(', ')} is on the PATH, and HEEDMAP_CHROMIUM is not set.`);
}
