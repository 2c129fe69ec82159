import { plainName } from '../../../format/plain-name.js';
/** @import { MapSpec, Source } from '../types.js' */

/**
 * A name that every system takes: letters, digits and hyphens alone, whatever the file was called.
 *
 * @param {string} file - what was dropped
 * @param {MapSpec} spec
 * @param {'png' | 'svg' | 'csv'} ending
 * @param {string} [other] - what was dropped beside it
 */
export function fileName(file, spec, ending, other = '') {
  const { minus } = spec;
  const parts = [stem(spec.reading === 1 ? other : file), sourceName(spec.source)];
  if (minus) parts.push('minus', ...(minus.reading === 1 ? [stem(other)] : []), sourceName(minus.source));
  return `${parts.join('-')}.${ending}`;
}

/** @param {string} file */
function stem(file) {
  return plainName(file.replace(/\.[^.]*$/, ''));
}

/** @param {Source} source */
function sourceName(source) {
  if (source.of === 'head') return `layer${source.layer}-head${source.head}`;
  if (source.of === 'rollout') return `rollout-layer${source.layer}`;
  if (source.over === 'heads') return `${source.of}-layer${source.layer}`;
  return source.over === 'layers' ? `${source.of}-head${source.head}` : `${source.of}-all`;
}
