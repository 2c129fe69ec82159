import { counted } from './plural.js';

/** Error messages of all elements, in English. */
export const base = {
  links: {
    broken: 'The link could not be read, so the page shows its defaults.',
    outOfRange: (/** @type {string} */ name, /** @type {string} */ value, /** @type {string} */ range) =>
      `The link has ${name} = ${value}, but only ${range} is possible, so the page shows its defaults.`,
    tooLarge: 'The link is longer than 16 KB and was not read, so the page shows its defaults.',
    later: 'The link is from a later version of Heedmap, so the page shows its defaults.',
    tooLong: (/** @type {number} */ length, /** @type {number} */ most) =>
      `A link to this would have ${length} characters, but at most ${most} fit, so the address still has the previous state. Save as HTML instead, or undo.`,
    notComputed: (/** @type {string} */ reason) =>
      `The link cannot be used, so the page shows its defaults. ${reason}`,
  },
  errors: {
    seed: (/** @type {string} */ text) =>
      `A seed is a whole number from 0 to 4294967295, as in NumPy, not “${text}”.`,
    factor: (/** @type {string} */ text) => `A scaling factor is a number, such as 0.5, not “${text}”.`,
    badDraw: (/** @type {{ text: string }} */ { text }) =>
      `“${text}” is not one of the NumPy calls that work here. Try randint(3), randn * 0.1, rand, uniform(-1, 1) or normal(0, 0.5).`,
    noKind: (/** @type {{ text: string }} */ { text }) =>
      `This script does not include the lesson “${text}”: heed-lesson.js has all lessons.`,
    noSuchMatrix: (/** @type {{ matrix: string }} */ { matrix }) =>
      `There is no input matrix ${matrix} here.`,
    noSuchCell: (/** @type {{ matrix: string, row: number, col: number }} */ { matrix, row, col }) =>
      `${matrix} has no cell in row ${row}, column ${col}.`,
    pasteShape: (
      /** @type {{ matrix: string, rows: number, cols: number, wantRows: number, wantCols: number }} */ f,
    ) =>
      `You pasted ${f.rows} × ${counted(f.cols, 'number', 'numbers')}, but ${f.matrix} is ${f.wantRows} × ${f.wantCols}.`,
    headFeatures: (
      /** @type {{ matrix: string, features: number, heads: number }} */ { matrix, features, heads },
    ) =>
      `The ${matrix} have ${counted(features, 'column, which does', 'columns, which do')} not divide into ${counted(heads, 'head', 'heads')}.`,
    headSharing: (/** @type {{ heads: number, kvHeads: number }} */ { heads, kvHeads }) =>
      `${counted(heads, 'query head', 'query heads')} cannot share ${counted(kvHeads, 'key and value head', 'key and value heads')}: ${heads} is not a multiple of ${kvHeads}.`,
    tooMuch: (/** @type {number} */ length, /** @type {number} */ most) =>
      `As text, these numbers have ${length} characters, but at most ${most} fit. Type or paste fewer digits.`,
    engine: (/** @type {string} */ says) =>
      `${says.replace(/^[a-z](?!\w*\()/, (letter) => letter.toUpperCase())}.`.replace(/\.\.$/, '.'),
    empty: () => 'There is no number in what you pasted.',
    ragged: (/** @type {{ row: number, got: number, expected: number }} */ { row, got, expected }) =>
      `Row ${row} has ${counted(got, 'number', 'numbers')}, but the rows before it have ${expected}.`,
    notNumber: (/** @type {{ row: number, column: number, text: string }} */ { row, column, text }) =>
      `Row ${row}, column ${column}: “${text}” is not a number.`,
    wants: 'A number, such as 0.5 or −2.',
    readOnly: (/** @type {string} */ name) =>
      `This cannot be edited (${name}): it is a result. Change the inputs it comes from.`,
  },
};
