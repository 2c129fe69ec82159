import { counted } from '../../../words/plural.js';

/** Texts of saving a figure, in English. */
export const save = {
  items: { html: 'Save as HTML', png: 'Save as PNG', svg: 'Save as SVG' },
  hints: {
    html: 'one interactive file that works offline',
    png: 'a picture',
    svg: 'a drawing with real text',
  },
  saved: (/** @type {string} */ name) => `${name} is saved.`,
  failed: (/** @type {string} */ reason) => `The figure could not be saved: ${reason.replace(/\.$/, '')}.`,
  missing: (/** @type {string} */ script) => `the script “${script}” has not been loaded`,
  nothing: 'nothing is open yet',
  file: {
    about: 'Made with Heedmap. The figure is interactive, and this file holds everything it needs.',
    needs: 'This figure computes attention in your browser, so it needs JavaScript.',
    mask: (/** @type {string} */ text) => `Mask: ${text}`,
    map: (/** @type {string} */ source, /** @type {string} */ name) => `${source}, ${name}`,
    heads: (/** @type {string} */ layers, /** @type {string} */ heads, /** @type {string} */ name) =>
      `${layers} × ${counted(heads, 'head', 'heads')} (layers × heads), ${name}`,
    from: (/** @type {string} */ what) => `${what}: the numbers as 32-bit floats.`,
    rounded: (/** @type {string} */ what, /** @type {number} */ bits, /** @type {string} */ error) =>
      `${what}: the numbers rounded to ${bits} bits, none off by more than ${error}.`,
    compared: (/** @type {string} */ a, /** @type {string} */ b) =>
      `${a} (here head 0) and ${b} (here head 1)`,
    weighed: 'Each weight is multiplied by the length of its value vector.',
    withoutValues: 'Value vectors are not in this file.',
  },
  dialog: {
    heading: 'Save as HTML',
    what: 'Numbers',
    shown: 'what is shown',
    all: (/** @type {string} */ heads) => `all ${heads} heads`,
    bits: 'Precision',
    exact: '32 bits, as they are',
    bits16: '16 bits',
    bits8: '8 bits',
    working: (/** @type {string} */ share) => `Gathering the numbers: ${share}.`,
    size: (/** @type {string} */ size) => `About ${size}.`,
    error: (/** @type {string} */ error) => `No number is off by more than ${error}. The file states this.`,
    exactly: 'Nothing is rounded.',
    notRounded: 'The range of these numbers is too wide for so few bits.',
    tooMany: (/** @type {string} */ numbers, /** @type {string} */ most) =>
      `${numbers} numbers are too many for one file: at most ${most} fit. Save fewer heads.`,
    save: 'Save',
    cancel: 'Cancel',
  },
};
