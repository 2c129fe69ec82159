/** How the weights of a reading are computed, in words: what holds in all layers, and what differs. */
import { number, localized } from '../../../format/display.js';
import { layerName } from '../source-name.js';
import { compressRateOf, hasLayer, hasSoftmax, isPicked, kindOf } from './layers.js';
import { shownName } from './shown-name.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { Reading } from '../types.js' */

/** @typedef {Pick<Reading, 'qk' | 'rules' | 'kinds' | 'layers' | 'selected' | 'blocks' | 'compressRates' | 'layerNumbers' | 'keyBias' | 'relativeBias' | 'scoreBias' | 'positionIds'>} Ruled */
/**
 * The numbers of the layers of a softmax, their rules, and the steps of each of these.
 *
 * @typedef {{ layer: number, rules: Reading['qk'][], steps: Steps, ofHeads: Steps[] }[]} Layers
 */

/**
 * How weights are computed: those of a softmax, those of layers that keep a state, and picked keys.
 *
 * @param {Ruled} reading @param {number | null} size @param {boolean} square @param {Strings} t
 */
export function howOf(reading, size, square, t) {
  const { qk, rules, layers } = reading;
  const all = Array.from({ length: layers }, (_, layer) => layer);
  const own = all.filter((layer) => hasSoftmax(reading, layer));
  const softmax = own.map((layer) => {
    const list = rules?.[layer] ?? [qk];
    const ofHeads = list.map((_, head) => stepsOf(reading, layer, size, square, t, head));
    return { layer: layerName(reading, layer), rules: list, steps: ofHeads[0], ofHeads };
  });
  const parts = own.length > 0 ? [softmaxOf(softmax, own.length < layers, t)] : [];
  return [
    ...parts,
    ...subtractedOf(reading, all, t),
    ...statesOf(reading, all, t),
    ...entriesOf(reading, all, t),
    ...picksOf(reading, all, t),
  ].join('; ');
}

/** @param {Ruled} reading @param {number[]} all @param {Strings} t */
function subtractedOf(reading, all, t) {
  const n = all.filter((layer) => kindOf(reading, layer) === 'differential').length;
  return n > 0 ? [t.maps.reading.how.subtracted({ n })] : [];
}

/** @param {Ruled} reading @param {number[]} all @param {Strings} t */
function statesOf(reading, all, t) {
  const words = t.maps.reading.how;
  const kinds = all.flatMap((layer) => (hasSoftmax(reading, layer) ? [] : (kindOf(reading, layer) ?? [])));
  if (kinds.length === 0) return [];
  const named = [...new Set(kinds)].map((kind) => words.kinds[kind]).join(', ');
  const text = kinds.length === all.length ? words.allStates : words.states;
  return [text({ n: kinds.length, kinds: named })];
}

/** @param {Ruled} reading @param {number[]} all @param {Strings} t */
function picksOf(reading, all, t) {
  const picked = all.filter((layer) => isPicked(reading, layer) && compressRateOf(reading, layer) === 0);
  const blockOf = (/** @type {number} */ layer) => reading.blocks?.[layer] ?? 1;
  const { picked: what } = t.maps.reading.how;
  return [...new Set(picked.map(blockOf))].flatMap((block) => {
    const list = picked.filter((layer) => blockOf(layer) === block);
    return namedOf(what({ block }), list, reading, t);
  });
}

/**
 * The layers with entries, by the number of tokens of these.
 *
 * @param {Ruled} reading @param {number[]} all @param {Strings} t
 */
function entriesOf(reading, all, t) {
  const { entries, pickedEntries } = t.maps.reading.how;
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  for (const layer of all) {
    const m = compressRateOf(reading, layer);
    const what = (isPicked(reading, layer) ? pickedEntries : entries)({ m });
    if (m > 0) groups.set(what, [...(groups.get(what) ?? []), layer]);
  }
  return [...groups].flatMap(([what, list]) => namedOf(what, list, reading, t));
}

/** @param {string} what @param {number[]} list @param {Ruled} reading @param {Strings} t */
function namedOf(what, list, reading, t) {
  const layers = list.map((layer) => layerName(reading, layer));
  return list.length > 0 ? [sayOf(what, layers, false, t)] : [];
}

/**
 * How the weights of some layers are computed.
 *
 * @param {Layers} softmax @param {boolean} isSome - whether other layers keep a state
 * @param {Strings} t
 */
function softmaxOf(softmax, isSome, t) {
  const words = t.maps.reading.how;
  const layers = softmax.map((each) => each.steps);
  const isByHead = softmax.some(({ rules }) => rules.length > 1);
  // All heads do what is common.
  const differing = differingOf(softmax.flatMap(({ ofHeads }) => ofHeads));
  const common = stepsIn(layers[0])
    .filter((step) => !differing.includes(step))
    .map((step) => layers[0][step]);
  const commonText = common.filter(isShown).join(', ');
  if (differing.length === 0 && !isByHead)
    return isSome
      ? words.named({
          n: softmax.length,
          layers: listText(
            softmax.map(({ layer }) => layer),
            t,
          ),
          what: commonText,
        })
      : commonText;
  const isWindow = differing.join() === 'window' && !isByHead;
  /** What a layer does in a way of its own. @param {number} at */
  const own = (at) => {
    const { rules } = softmax[at];
    if (isWindow) return keysOf(rules[0].window, t);
    if (rules.length > 1) return words.byHead;
    return ownText(layers[at], differing, t);
  };
  /** @type {Map<string, number[]>} */
  const groups = new Map();
  softmax.forEach(({ layer }, at) => groups.set(own(at), [...(groups.get(own(at)) ?? []), layer]));
  const [[most, rest], ...others] = [...groups].toSorted(([, a], [, b]) => b.length - a.length);
  const named = others.map(([what, list]) => sayOf(what, list, isWindow, t));
  // "The others" would include layers that keep a state, and a single group has no others.
  const last = isWindow ? words.others({ what: most }) : words.rest({ what: most });
  const end = isSome ? sayOf(most, rest, isWindow, t) : named.length === 0 ? most : last;
  return [commonText, [...named, end].join(isWindow ? ', ' : '; ')].filter(Boolean).join('; ');
}

/**
 * What some layers do.
 *
 * @param {string} what
 * @param {number[]} list
 * @param {boolean} isWindow
 * @param {Strings} t
 */
function sayOf(what, list, isWindow, t) {
  const words = t.maps.reading.how;
  const values = { n: list.length, layers: listText(list, t) };
  return isWindow ? words.see({ ...values, keys: what }) : words.named({ ...values, what });
}

/** @typedef {ReturnType<typeof stepsOf>} Steps */
/** @typedef {keyof Steps} Step */

const isShown = (/** @type {string | false | null | undefined} */ text) => typeof text === 'string';

/** @param {Steps} steps */
const stepsIn = (steps) => /** @type {Step[]} */ (Object.keys(steps));

/** The steps in which layers differ. @param {Steps[]} layers */
export const differingOf = (layers) =>
  stepsIn(layers[0]).filter((step) => layers.some((layer) => layer[step] !== layers[0][step]));

/**
 * What a layer does in the steps in which layers differ.
 *
 * @param {Steps} steps @param {Step[]} differing @param {Strings} t
 */
export function ownText(steps, differing, t) {
  const words = t.maps.reading.how;
  /** @type {Partial<Record<Step, string>>} */
  const seen = { window: words.noWindow, mask: words.noMask };
  /** @type {Partial<Record<Step, string>>} */
  const none = { rope: words.noRope, softcap: words.noSoftcap };
  const texts = differing.map((step) => steps[step] || seen[step]).filter(isShown);
  // A missing step is said if there is nothing else.
  return texts.join(', ') || differing.flatMap((step) => none[step] ?? []).join(', ') || words.plain;
}

/**
 * The rule of a head whose layer has one for each head; empty for other layers.
 *
 * @param {Ruled & Pick<Reading, 'kind' | 'queries' | 'keys'>} reading @param {{ layer: number, head: number }} place @param {Strings} t
 */
export function headRuleText(reading, { layer, head }, t) {
  const count = reading.rules?.[layer]?.length ?? 1;
  if (reading.kind !== 'qk' || count === 1 || !hasSoftmax(reading, layer)) return '';
  const steps = stepsOf(reading, layer, null, reading.queries === reading.keys, t, head);
  const rule = Object.values(steps).filter(isShown).join(', ');
  return t.maps.reading.how.headRule({ rule });
}

/**
 * The steps of the computation of a head. Null or false if it has no such step.
 *
 * @param {Ruled} reading @param {number} layer - its index
 * @param {number | null} size @param {boolean} square @param {Strings} t
 * @param {number} [head] - by default the first
 */
export function stepsOf(
  { qk, rules, keyBias, relativeBias, scoreBias, positionIds },
  layer,
  size,
  square,
  t,
  head = 0,
) {
  const ofLayer = rules?.[layer] ?? [qk];
  const { scale, causal, window, softcap, rope, mask, temperature, slope, prefix, ...more } =
    ofLayer[ofLayer.length > 1 ? head : 0];
  const { attn_temperature_tuning: tuning } = more;
  const words = t.maps.reading.how;
  const shown = (/** @type {number} */ value) => localized(number(value, 4), t.language);
  const dim = rope?.dim ?? null;
  return {
    rope:
      rope &&
      words.rope({
        base: shown(rope.base),
        pairs: t.maps.reading.pairs[rope.pairs],
        dim: dim === null ? words.allOf : (rope.side === 'last' ? words.lastOf : words.firstOf)({ dim }),
      }),
    scaling:
      rope?.rope_type &&
      words.ropeScaling({
        scaling: [rope.rope_type, ...(rope.factor ? [shown(rope.factor)] : [])].join(' × '),
      }),
    sections:
      rope?.mrope_section &&
      (rope.mrope_interleaved ? words.interleaved : words.sections)({
        sections: rope.mrope_section.join(', '),
      }),
    positions: rope && positionIds ? 'position_ids' : null,
    tuning: tuning && words.tuning({ scale: shown(tuning.attn_scale), floor: shown(tuning.floor_scale) }),
    scale:
      scale !== null
        ? words.scaled({ scale: localized(number(scale, 5), t.language) })
        : words.scaled({ scale: size === null ? '1/√d' : rootOf(size) }),
    softcap: softcap !== null && words.softcap({ cap: shown(softcap) }),
    slope: typeof slope === 'number' && words.slope({ slope: shown(slope) }),
    keyBias: hasLayer(keyBias, layer) && words.keyBias,
    relativeBias: hasLayer(relativeBias, layer) && words.relativeBias,
    scoreBias: hasLayer(scoreBias, layer) && words.scoreBias,
    temperature: typeof temperature === 'number' && words.temperature({ temperature: shown(temperature) }),
    // A mask says more.
    causal:
      causal === 'none'
        ? !mask && words.both
        : square
          ? words.causal
          : words.aligned({ corner: t.maps.reading.causal[causal] }),
    prefix: Boolean(prefix) && words.prefix({ n: prefix ?? 0 }),
    window: window !== null && words.window({ keys: windowText(window) }),
    mask: mask !== undefined && mask !== null && words.mask({ mask: shownName(mask) }),
  };
}

/** How far a query sees. @param {NonNullable<Reading['qk']['window']>} window */
const windowText = (window) =>
  typeof window === 'number' ? window : `(${window.left ?? '∞'}, ${window.right ?? '∞'})`;

/** The number of keys that a query sees. @param {Reading['qk']['window']} window @param {Strings} t */
function keysOf(window, t) {
  const { everything, keys, window: within } = t.maps.reading.how;
  if (window === null) return everything;
  return typeof window === 'number' ? keys({ n: window }) : within({ keys: windowText(window) });
}

/** Numbers in a sentence: "5, 11 and 17", and only some of many. @param {number[]} list @param {Strings} t */
function listText(list, t) {
  const shown = list.length > 8 ? [`${list.slice(0, 3).join(', ')} …`] : list.slice(0, -1);
  const last = list[list.length - 1];
  return shown.length > 0 ? t.maps.reading.how.last({ list: shown.join(', '), last }) : String(last);
}

/** The default divisor of scores. @param {number} size */
export const rootOf = (size) => `1/√${size}`;
