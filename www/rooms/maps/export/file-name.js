import { plainName } from '../../../format/plain-name.js';
/** @import { MapSpec, Source } from '../types.js' */

/**
 * A file name of letters, digits and hyphens, which is valid in every system.
 *
 * @param {string} file - the name of the open file
 * @param {MapSpec} spec
 * @param {'png' | 'svg' | 'csv'} extension
 * @param {string} [other] - the name of the second file
 */
export function fileName(file, spec, extension, other = '') {
  const { minus } = spec;
  const parts = [stem(spec.reading === 1 ? other : file), sourceName(spec.source)];
  if (minus) parts.push('minus', ...(minus.reading === 1 ? [stem(other)] : []), sourceName(minus.source));
  return `${parts.join('-')}.${extension}`;
}

/** @param {string} file */
function stem(file) {
  return plainName(file.replace(/\.[^.]*$/, ''));
}

/** @param {Source} source */
function sourceName(source) {
  if (source.of === 'head') return `layer${source.layer}-head${source.head}`;
  if (source.of === 'rollout') return `rollout-layer${source.layer}`;
  if (source.over === 'chosen') return `${source.of}-of-${source.heads.length}-heads`;
  if (source.over === 'heads') return `${source.of}-layer${source.layer}`;
  return source.over === 'layers' ? `${source.of}-head${source.head}` : `${source.of}-all`;
}
