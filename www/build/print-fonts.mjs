/**
 * The fonts of figures for print as a module: Source Serif 4 and Source Sans 3, regular and bold, from the
 * packages of Fontsource. A font of a package is a WOFF file, whose tables are deflated; a PDF needs
 * TrueType.
 */
import { readFile, writeFile } from 'node:fs/promises';
import { inflateSync } from 'node:zlib';

/** The packages, by the name of the font in the page. */
export const PACKAGES = { serif: 'source-serif-4', sans: 'source-sans-3' };
/** The faces of each font. Only Latin letters are bold: they are those of “(a)” and of titles. */
const FACES = /** @type {const} */ ([
  ['latin', 400],
  ['latin-ext', 400],
  ['greek', 400],
  ['cyrillic', 400],
  ['latin', 700],
]);

/**
 * Writes the module.
 *
 * @param {string} path
 * @param {string} modules - the folder of the packages
 * @param {string} license - a comment for its start
 */
export async function writePrintFonts(path, modules, license) {
  const fonts = await Promise.all(
    Object.entries(PACKAGES).map(async ([font, name]) => {
      const faces = await Promise.all(
        FACES.map(async ([subset, weight]) => {
          const file = `${modules}@fontsource/${name}/files/${name}-${subset}-${weight}-normal.woff`;
          const base64 = trueTypeOf(await readFile(file)).toString('base64');
          return { name: `${name}-${subset}-${weight}`, bold: weight === 700, base64 };
        }),
      );
      return [font, faces];
    }),
  );
  await writeFile(path, `${license}\nexport const FACES = ${JSON.stringify(Object.fromEntries(fonts))};\n`);
}

/**
 * A WOFF file as TrueType: its tables inflated, behind the directory of an sfnt file. The specification:
 * https://www.w3.org/TR/WOFF/.
 *
 * @param {Buffer} woff
 */
function trueTypeOf(woff) {
  if (woff.toString('latin1', 0, 4) !== 'wOFF') throw new Error('this is not a WOFF file');
  const count = woff.readUInt16BE(12);
  const tables = Array.from({ length: count }, (_, at) => {
    const entry = woff.subarray(44 + 20 * at, 64 + 20 * at);
    const [offset, packed, length] = [4, 8, 12].map((place) => entry.readUInt32BE(place));
    const data = woff.subarray(offset, offset + packed);
    return {
      tag: entry.subarray(0, 4),
      sum: entry.subarray(16, 20),
      data: packed < length ? inflateSync(data) : data,
    };
  });
  const header = Buffer.alloc(12 + 16 * count);
  woff.copy(header, 0, 4, 8);
  const power = Math.floor(Math.log2(count));
  header.writeUInt16BE(count, 4);
  header.writeUInt16BE(16 * 2 ** power, 6);
  header.writeUInt16BE(power, 8);
  header.writeUInt16BE(16 * (count - 2 ** power), 10);
  let end = header.length;
  const parts = [header];
  tables.forEach(({ tag, sum, data }, at) => {
    const entry = header.subarray(12 + 16 * at);
    tag.copy(entry);
    sum.copy(entry, 4);
    entry.writeUInt32BE(end, 8);
    entry.writeUInt32BE(data.length, 12);
    const padded = Buffer.alloc(Math.ceil(data.length / 4) * 4);
    data.copy(padded);
    parts.push(padded);
    end += padded.length;
  });
  return Buffer.concat(parts);
}
