/** The layers of a file in order, as runs of layers with the same rule. */
import { layerName } from '../source-name.js';
import { differingOf, ownText, stepsOf } from '../reading/how.js';
import { compressRateOf, isPicked, kindOf } from '../reading/layers.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Reading } from '../types.js' */

/** What a glyph shows. @typedef {'everything' | 'both' | 'window' | 'picked' | 'entries' | 'state'} Glyph */
/**
 * Consecutive layers with the same rule.
 *
 * @typedef {{ first: number, last: number, glyph: Glyph, name: string, about: string }} Run
 */

/**
 * The runs of layers with the same rule; empty if all layers have one.
 *
 * @param {Reading} reading @param {Strings} t @returns {Run[]}
 */
export function runsOf(reading, t) {
  const square = reading.queries === reading.keys;
  const layers = Array.from({ length: reading.layers }, (_, layer) => {
    const { glyph, name, about } = ruleOf(reading, layer, t);
    const steps = stepsOf(reading, layer, null, square, t);
    return { glyph, name, about, steps, label: [glyph, name, about].join('\n') };
  });
  // Layers that would be called the same say in what they differ.
  /** @type {Map<string, ReturnType<typeof differingOf>>} */
  const differing = new Map();
  for (const { label } of layers)
    if (!differing.has(label)) {
      const alike = layers.filter((each) => each.label === label);
      differing.set(label, differingOf(alike.map(({ steps }) => steps)));
    }
  /** @type {(Run & { key: string })[]} */
  const runs = [];
  layers.forEach(({ glyph, name, about, steps, label }, layer) => {
    const own = (reading.rules?.[layer]?.length ?? 1) > 1 ? [] : (differing.get(label) ?? []);
    const differs = own.length > 0 ? ownText(steps, own, t) : '';
    // The name of the rule says more than "none of this".
    const text = [about, differs !== t.maps.reading.how.plain && differs].filter(Boolean).join(', ');
    const key = [label, text, JSON.stringify(reading.rules?.[layer])].join('\n');
    const last = runs.at(-1);
    if (last?.key === key) last.last = layer;
    else runs.push({ first: layer, last: layer, glyph, name, about: text, key });
  });
  const isAlways = ['state', 'picked', 'entries'].includes(runs[0]?.glyph ?? '');
  return runs.length > 1 || isAlways ? runs : [];
}

/** @param {Reading} reading @param {number} layer @param {Strings} t @returns {{ glyph: Glyph, name: string, about: string }} */
function ruleOf(reading, layer, t) {
  const words = t.maps.overview;
  const { kinds, everything, both } = t.maps.reading.how;
  const kind = kindOf(reading, layer);
  if (kind)
    return {
      glyph: 'state',
      name: kinds[kind],
      about: kind === 'differential' ? words.aDifference : words.aState,
    };
  const rules = reading.rules?.[layer] ?? [reading.qk];
  const [{ window, mask, causal }] = rules;
  const m = compressRateOf(reading, layer);
  if (m > 0) {
    const about = typeof window === 'number' ? words.lastTokens({ n: window }) : '';
    return { glyph: 'entries', name: words.entriesOf({ m }), about };
  }
  if (isPicked(reading, layer)) {
    const block = reading.blocks?.[layer] ?? 1;
    const name = block > 1 ? t.maps.reading.how.picked({ block }) : words.pickedKeys;
    return { glyph: 'picked', name, about: '' };
  }
  if (rules.length > 1) return { glyph: 'everything', name: words.ofHeads, about: '' };
  if (window !== null) {
    const keys = typeof window === 'number' ? window : (window.left ?? 0) + 1;
    return { glyph: 'window', name: words.lastTokens({ n: keys }), about: '' };
  }
  if (mask) return { glyph: 'picked', name: words.maskRule, about: mask };
  return causal === 'none'
    ? { glyph: 'both', name: both, about: '' }
    : { glyph: 'everything', name: everything, about: '' };
}

/**
 * The layers of a run as text: "3" or "0–2".
 *
 * @param {Pick<Run, 'first' | 'last'>} run @param {Pick<Reading, 'layerNumbers'>} reading @param {Strings} t
 */
export function layersText(run, reading, t) {
  const [first, last] = [run.first, run.last].map((layer) => String(layerName(reading, layer)));
  return first === last ? first : t.maps.overview.ruleOf({ first, last });
}
