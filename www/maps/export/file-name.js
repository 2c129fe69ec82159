/** @import { MapSpec, Source } from '../types.js' */

const LONGEST = 60;

/**
 * A name that every system takes: letters, digits and hyphens alone, whatever the file was called.
 *
 * @param {string} file - what was dropped
 * @param {MapSpec} spec
 * @param {'png' | 'svg' | 'csv'} ending
 */
export function fileName(file, spec, ending) {
  const stem = file.replace(/\.[^.]*$/, '').normalize('NFC').replace(/[^\p{L}\p{N}]+/gu, '-');
  // Cut between characters, not within one.
  const base = Array.from(stem).slice(0, LONGEST).join('').replace(/^-+|-+$/g, '') || 'heedmap';
  return `${[base, sourceName(spec.source), ...(spec.minus ? ['minus', sourceName(spec.minus.source)] : [])].join('-')}.${ending}`;
}

/** @param {Source} source */
function sourceName(source) {
  if (source.of === 'head') return `layer${source.layer}-head${source.head}`;
  if (source.of === 'rollout') return `rollout-layer${source.layer}`;
  if (source.over === 'heads') return `${source.of}-layer${source.layer}`;
  return source.over === 'layers' ? `${source.of}-head${source.head}` : `${source.of}-all`;
}
