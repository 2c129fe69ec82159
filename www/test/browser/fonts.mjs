/**
 * The sets of fonts for the browser tests, so that the installed fonts of a machine do not affect layouts.
 * Each set is a folder of `target/fonts` with a `fonts.conf` that lists only this folder. `node
 * www/test/browser/fonts.mjs` makes all of them.
 */
import { execFile } from 'node:child_process';
import { cp, mkdir, mkdtemp, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { ROOT } from '../../serve.mjs';

const run = promisify(execFile);
const FOLDER = fileURLToPath(new URL('target/fonts/', ROOT));
/** The folder for downloaded and extracted packages, in the folder of a set. */
const PACKAGES = 'packages';
/** The folders of fonts in distributions. */
const SYSTEM = ['/usr/share/fonts', '/usr/local/share/fonts'];

/**
 * @typedef {object} FontSet
 * @property {string[]} packages - the packages of Debian that have the files
 * @property {string[]} files
 * @property {string} sans - the family of `sans-serif` and `system-ui`
 * @property {string} serif
 * @property {string} mono
 * @property {string} math
 */

const styles = (/** @type {string} */ family, /** @type {string[]} */ ...names) =>
  names.map((name) => `${family}-${name}`);

/** `dejavu` is what a new Debian has beside Chromium. @type {Record<string, FontSet>} */
export const FONT_SETS = {
  dejavu: {
    packages: ['fonts-dejavu-core'],
    files: ['DejaVuSans', 'DejaVuSansMono', 'DejaVuSerif'].flatMap((family) => [
      `${family}.ttf`,
      `${family}-Bold.ttf`,
    ]),
    sans: 'DejaVu Sans',
    serif: 'DejaVu Serif',
    mono: 'DejaVu Sans Mono',
    math: 'DejaVu Serif',
  },
  liberation: {
    packages: ['fonts-liberation'],
    files: ['Sans', 'Serif', 'Mono'].flatMap((family) =>
      styles(`Liberation${family}`, 'Regular.ttf', 'Bold.ttf', 'Italic.ttf', 'BoldItalic.ttf'),
    ),
    sans: 'Liberation Sans',
    serif: 'Liberation Serif',
    mono: 'Liberation Mono',
    math: 'Liberation Serif',
  },
  noto: {
    packages: ['fonts-noto-core', 'fonts-noto-mono'],
    files: [
      ...['NotoSans', 'NotoSerif'].flatMap((family) =>
        styles(family, 'Regular.ttf', 'Bold.ttf', 'Italic.ttf'),
      ),
      'NotoSansMono-Regular.ttf',
      'NotoSansMath-Regular.ttf',
      'NotoSansSymbols-Regular.ttf',
      'NotoSansSymbols2-Regular.ttf',
    ],
    sans: 'Noto Sans',
    serif: 'Noto Serif',
    mono: 'Noto Sans Mono',
    math: 'Noto Sans Math',
  },
  // STIX has no sans-serif and no fixed-width letters.
  stix: {
    packages: ['fonts-stix', 'fonts-dejavu-core'],
    files: [
      ...styles('STIX', 'Regular.otf', 'Bold.otf', 'Italic.otf', 'BoldItalic.otf'),
      'STIXMath-Regular.otf',
      'DejaVuSans.ttf',
      'DejaVuSans-Bold.ttf',
      'DejaVuSansMono.ttf',
    ],
    sans: 'DejaVu Sans',
    serif: 'STIX',
    mono: 'DejaVu Sans Mono',
    math: 'STIX Math',
  },
};

/** A set of fonts is not available on this machine. */
export class NoFonts extends Error {}

/**
 * The fontconfig configuration of a set. A missing set is made from installed fonts, otherwise from packages.
 *
 * @param {string} name
 * @returns {Promise<string>} the path of the file
 */
export async function fontConfig(name) {
  const set = FONT_SETS[name];
  if (!set) throw new Error(`There is no set of fonts "${name}", only ${Object.keys(FONT_SETS).join(', ')}.`);
  if (process.platform !== 'linux')
    throw new NoFonts(`Fonts cannot be chosen for Chromium on ${process.platform}.`);
  const folder = join(FOLDER, name);
  const file = join(folder, 'fonts.conf');
  const text = configuration(set, folder);
  if ((await readFile(file, 'utf8').catch(() => '')) === text) return file;
  await mkdir(FOLDER, { recursive: true });
  const made = await mkdtemp(`${folder}-`);
  try {
    const paths = (await pathsOf(set, SYSTEM)) ?? (await downloaded(set, made));
    for (const path of paths) await cp(path, join(made, 'fonts', basename(path)));
    await rm(join(made, PACKAGES), { recursive: true, force: true });
    await writeFile(join(made, 'fonts.conf'), text);
    await rm(folder, { recursive: true, force: true });
    // Two test files may make the same set at the same time; the second one then uses the set of the first.
    await rename(made, folder).catch(async (error) => {
      if (!(await readFile(file, 'utf8').catch(() => ''))) throw error;
    });
  } finally {
    await rm(made, { recursive: true, force: true });
  }
  return file;
}

/**
 * The paths of the files of a set; null if one of them is missing in all folders.
 *
 * @param {FontSet} set
 * @param {string[]} folders
 */
async function pathsOf({ files }, folders) {
  const lists = await Promise.all(
    folders.map(async (folder) => {
      const entries = await readdir(folder, { recursive: true }).catch(() => []);
      return entries.map((entry) => join(folder, entry));
    }),
  );
  const paths = new Map(lists.flat().map((path) => [basename(path), path]));
  const found = files.map((file) => paths.get(file));
  return found.every((path) => path !== undefined) ? /** @type {string[]} */ (found) : null;
}

/**
 * The files of a set from packages, which are not installed.
 *
 * @param {FontSet} set
 * @param {string} folder - to download to
 */
async function downloaded(set, folder) {
  const packages = join(folder, PACKAGES);
  await mkdir(packages);
  const download = () =>
    run('apt-get', ['--quiet', '--option', 'APT::Sandbox::User=root', 'download', ...set.packages], {
      cwd: packages,
    });
  try {
    await run('dpkg-deb', ['--version']);
    // A new machine has no package lists yet.
    await download().catch(async () => {
      await run('apt-get', ['--quiet', 'update']);
      await download();
    });
  } catch (error) {
    if (/** @type {NodeJS.ErrnoException} */ (error).code === 'ENOENT') {
      throw new NoFonts(
        `${set.files[0]} and its relatives are not installed, and there is no apt-get to download ${set.packages.join(' and ')}.`,
        { cause: error },
      );
    }
    throw error;
  }
  const files = (await readdir(packages)).filter((file) => file.endsWith('.deb'));
  for (const file of files) await run('dpkg-deb', ['--extract', file, '.'], { cwd: packages });
  const paths = await pathsOf(set, [packages]);
  if (!paths) throw new Error(`${set.packages.join(' and ')} do not have all of ${set.files.join(', ')}.`);
  return paths;
}

/** @param {FontSet} set @param {string} folder */
function configuration({ sans, serif, mono, math }, folder) {
  const generic = {
    'sans-serif': sans,
    'system-ui': sans,
    'ui-sans-serif': sans,
    serif,
    monospace: mono,
    math,
  };
  const aliases = Object.entries(generic).map(
    ([name, family]) =>
      `  <alias binding="same"><family>${name}</family><prefer><family>${family}</family></prefer></alias>`,
  );
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "urn:fontconfig:fonts.dtd">
<fontconfig>
  <dir>${folder}/fonts</dir>
  <cachedir>${folder}/cache</cachedir>
${aliases.join('\n')}
  <match target="pattern">
${['sans-serif', 'serif', 'monospace'].map((name) => `    <test qual="all" name="family" compare="not_eq"><string>${name}</string></test>`).join('\n')}
    <edit name="family" mode="append_last"><string>${sans}</string></edit>
  </match>
  <match target="pattern">
    <edit name="antialias" mode="assign"><bool>true</bool></edit>
    <edit name="hinting" mode="assign"><bool>true</bool></edit>
    <edit name="hintstyle" mode="assign"><const>hintslight</const></edit>
    <edit name="rgba" mode="assign"><const>none</const></edit>
  </match>
</fontconfig>
`;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  for (const name of Object.keys(FONT_SETS)) {
    try {
      console.log(`fonts ${name}: ${await fontConfig(name)}`);
    } catch (error) {
      if (!(error instanceof NoFonts)) throw error;
      console.log(`fonts ${name}: skipped: ${error.message}`);
    }
  }
}
