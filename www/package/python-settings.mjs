/** The limits and choices of settings for the Python package, written by `npm run docs`. */
import { LARGEST } from '../format/matrix.js';
import { FIELDS, MAX_DECIMALS } from '../heatmap/settings.js';
import { CHOICES, NUMBERS } from '../rooms/maps/settings.js';
import { masks } from '../rooms/masks/settings.js';
import { DISPLAY } from '../state/display.js';

/** The path of the module, from the root. */
export const PYTHON_SETTINGS = 'python/src/heedmap/_settings.py';

/** The type of each setting: its choices. @type {Record<string, readonly unknown[]>} */
const TYPES = {
  Language: DISPLAY.language.choices,
  Theme: DISPLAY.theme.choices,
  Colormap: DISPLAY.map.choices,
  Kind: NUMBERS,
  View: CHOICES.view,
  Source: CHOICES.source,
  Scale: FIELDS.scale.choices,
};
/** The largest numbers that the page takes. */
const LIMITS = {
  MAX_MASK: masks.fields.queries.limits[1],
  MAX_MATRIX: LARGEST,
  MAX_DIGITS: MAX_DECIMALS,
};

/** The module. */
export function pythonSettings() {
  const types = Object.entries(TYPES).map(
    ([name, choices]) => `${name} = Literal[${choices.map((each) => JSON.stringify(each)).join(', ')}]`,
  );
  const limits = Object.entries(LIMITS).map(([name, most]) => `${name} = ${most}`);
  return `"""The choices and limits of the page's settings. \`npm run docs\` writes this file."""

from typing import Literal

${types.join('\n')}

${limits.join('\n')}
`;
}
