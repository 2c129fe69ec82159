/** The sizes of the scripts for other pages in README.md and docs/embedding.md. */

/** The file with the sizes of all scripts, from the root. */
export const RECORDED = 'www/build/sizes.json';

/** The documents with sizes, from the root. */
export const SIZED = ['README.md', 'docs/embedding.md'];

/**
 * Writes the measured sizes into a document. A line that names scripts of the folder `embed` or `classic`
 * has one size, which is gzipped, or two: the size of the file and the gzipped size. If it names several
 * scripts, a size is the smallest and the largest, such as `164 to 697 KB`. Names without a folder are in the
 * folder of the name before.
 *
 * @param {string} text
 * @param {Record<string, { bytes: number, gzipped: number }>} scripts - by name, such as `embed/heed-map-figure.js`
 * @returns {string}
 * @throws {Error} if a script was not built, or a line has another number of sizes
 */
export function withSizes(text, scripts) {
  return text
    .split('\n')
    .map((line) => {
      const names = namesIn(line);
      const written = line.match(SIZE);
      if (names.length === 0 || written === null) return line;
      if (written.length > 2) throw new Error(`${written.length} sizes, but at most 2 are known: ${line}`);
      const measured = names.map((name) => {
        if (!(name in scripts)) throw new Error(`${name} has a size in a document, but was not built`);
        return scripts[name];
      });
      /** @type {('bytes' | 'gzipped')[]} */
      const kinds = written.length === 1 ? ['gzipped'] : ['bytes', 'gzipped'];
      return line.replace(SIZE, () => {
        const kind = kinds.shift() ?? 'gzipped';
        return sizeOf(measured.map((sizes) => sizes[kind]));
      });
    })
    .join('\n');
}

/** The figures of a document, in order, in KB. @param {string} text */
export const figuresIn = (text) =>
  text
    .split('\n')
    .filter((line) => namesIn(line).length > 0)
    .flatMap((line) => line.match(SIZE) ?? [])
    .flatMap((size) => (size.match(/\d+/g) ?? []).map(Number));

/** Such as `80 KB`, or `86 to 339 KB`. */
const SIZE = /\b\d+ (?:to \d+ )?KB\b/g;

/** The scripts that a line names in code, with their folders. @param {string} line */
function namesIn(line) {
  let folder = '';
  return [...line.matchAll(/`(?:(embed|classic)\/)?(heed[\w-]*\.js)`?/g)].flatMap(([, named, name]) => {
    folder = named ?? folder;
    return folder === '' ? [] : [`${folder}/${name}`];
  });
}

/** @param {number[]} bytes */
function sizeOf(bytes) {
  const [least, most] = [Math.min(...bytes), Math.max(...bytes)].map((size) => Math.round(size / 1000));
  return least === most ? `${least} KB` : `${least} to ${most} KB`;
}
