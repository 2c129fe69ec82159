import { number } from '../../../format/display.js';
import { clip, parseNumber } from '../../../format/parse-number.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { row } from '../../../ui/row.js';
import { lengthOf } from '../understand/extent.js';
import { rootOf } from '../understand/sentence.js';
/** @import { Strings } from '../../../page/words/en.js' */
/** @import { Corrections, MapsModel, QkOptions } from '../types.js' */
/** @import { Candidate } from '../understand/types.js' */

/** What RoPE is taken for when it is first asked for: that of most models. @type {NonNullable<QkOptions['rope']>} */
const ROPE = { base: 10000, pairs: 'half', dim: null };
const CAUSAL = /** @type {const} */ (['none', 'upper_left', 'lower_right']);
const PAIRS = /** @type {const} */ (['half', 'interleaved']);

/**
 * How weights are computed from q and k: scale, mask, window, softcap and RoPE.
 *
 * @param {Strings} t
 * @param {Candidate} candidate
 * @param {object} actions
 * @param {(patch: Partial<Corrections>) => string | null} actions.attempt - null when it was taken, else why not
 * @param {(patch: Partial<Corrections>) => void} actions.choose - says itself why not
 */
export function qkControls(t, candidate, { attempt, choose }) {
  const words = t.maps.reading;
  /** @type {QkOptions['rope']} */
  let rope = null;

  /**
   * @param {string} label
   * @param {(text: string) => string} wrong
   * @param {(value: number | null) => Partial<Corrections>} patch - null for an empty field
   */
  function numeric(label, wrong, patch) {
    return field(
      label,
      (text) => {
        const found = parseNumber(text);
        if ('error' in found && found.error !== 'empty') return wrong(clip(text));
        return attempt(patch('value' in found ? found.value : null));
      },
      { inputmode: 'decimal' },
    );
  }
  const corners = element('p', { class: 'help' }, words.help.causal);
  const help = (/** @type {string} */ text) => element('p', { class: 'help' }, text);
  const turned = (/** @type {Partial<typeof ROPE>} */ patch) => ({ rope: { ...(rope ?? ROPE), ...patch } });

  const scale = numeric(words.scale, words.errors.scale, (value) => ({ scale: value }));
  const window = numeric(words.window, words.errors.window, (value) => ({ window: value }));
  const softcap = numeric(words.softcap, words.errors.softcap, (value) => ({ softcap: value }));
  const base = numeric(words.base, words.errors.base, (value) => turned({ base: value ?? ROPE.base }));
  const dim = numeric(
    words.dim,
    (text) => words.errors.dim(text, sizeOf(candidate.axes)),
    (value) => turned({ dim: value }),
  );
  const causal = segments(
    words.mask,
    CAUSAL.map((name) => [name, words.causal[name]]),
    (value) => {
      choose({ causal: /** @type {Corrections['causal']} */ (value) });
    },
  );
  const apply = segments(
    words.rope,
    [
      ['none', words.ropes.none],
      ['apply', words.ropes.apply],
    ],
    (value) => {
      choose({ rope: value === 'apply' ? (rope ?? ROPE) : 'none' });
    },
  );
  const pairs = segments(
    words.paired,
    PAIRS.map((name) => [name, words.pairs[name]]),
    (value) => choose(turned({ pairs: /** @type {'half'} */ (value) })),
  );
  const turning = element('div', { class: 'fields' }, base.node, row(words.paired, pairs.node), dim.node);

  /** The head size, with these axes. @param {Candidate['axes']} axes */
  const sizeOf = (axes) => lengthOf(candidate.stack.layers[0][0].shape, axes, 'feature');

  return {
    fields: [scale, window, softcap, base, dim],
    nodes: [
      scale.node,
      row(words.mask, causal.node),
      corners,
      window.node,
      help(words.help.window),
      softcap.node,
      help(words.help.softcap),
      row(words.rope, apply.node),
      help(words.help.rope),
      turning,
    ],
    /** @param {MapsModel} model */
    update({ state: { corrections }, data }) {
      const size = sizeOf(corrections.axes ?? candidate.axes);
      rope = corrections.rope === 'none' ? null : corrections.rope;
      scale.input.placeholder =
        candidate.scale === null
          ? `${rootOf(size)} = ${number(1 / Math.sqrt(size), 5)}`
          : number(candidate.scale, 5);
      scale.show(shown(corrections.scale));
      window.show(shown(corrections.window));
      softcap.show(shown(corrections.softcap));
      // Where there are as many keys as queries, both corners are the same.
      const square = data?.reading.queries === data?.reading.keys;
      const [, upper, lower] = /** @type {HTMLButtonElement[]} */ ([...causal.node.children]);
      setText(upper, square ? words.causal.both : words.causal.upper_left);
      lower.hidden = square;
      corners.hidden = square;
      causal.update(data?.reading.qk.causal ?? 'none');
      if (square && data?.reading.qk.causal === 'lower_right') upper.setAttribute('aria-pressed', 'true');
      apply.update(rope ? 'apply' : 'none');
      turning.hidden = rope === null;
      base.show(shown(rope?.base ?? null));
      pairs.update(rope?.pairs ?? null);
      dim.input.placeholder = String(size);
      dim.show(shown(rope?.dim ?? null));
    },
  };
}

/** A number as it may be typed; nothing for none. @param {number | null} value */
const shown = (value) => (value === null ? '' : String(value).replace('-', '−'));
