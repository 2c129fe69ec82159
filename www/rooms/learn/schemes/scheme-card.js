import { inSum } from '../numbers.js';
import { wideEnough } from '../../../ui/cell-digits.js';
import { Row, Select } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { DISTANCE } from '../settings.js';
import formulas from './formulas.json' with { type: 'json' };
import { TitledMap } from '../views/matrix.js';
import { Formula } from '../../../figure/formula.js';
import { SCORES, WEIGHTS } from '../../../figure/schemes.js';
/** @import { Distance, Model } from '../../../types.js' */
/** @import { Formula as Notation } from '../../../figure/matrices.js' */
/** @import { Actions } from '../actions.js' */
/** @import { Scheme } from '../../../figure/schemes.js' */

/** Widths of a cell, in CSS pixels. */
const CELL = { width: 40, narrow: 27 };

/** Smaller changes are rounding errors, for scores near 1 and angles of a few thousand radians. */
const ROUNDING = 1e-9;

/** The formula of a score in each encoding. */
const FORMULAS = /** @type {Record<Scheme, Notation>} */ (/** @type {unknown} */ (formulas));

/**
 * A position encoding: its formula, its scores and weights, its settings, and whether a score depends on the
 * first position. In a narrow card, the weights are beside the scores and share their labels.
 *
 * @param {object} props
 * @param {Scheme} props.scheme
 * @param {Model} props.model
 * @param {Record<string, any[]>} props.marks
 * @param {Actions} props.actions
 * @param {(patch: Partial<Distance>) => string | null} props.change
 * @param {boolean} props.isNarrow
 * @param {number} props.cellHeight
 */
export function SchemeCard({ scheme, model, marks, actions, change, isNarrow, cellHeight }) {
  const { state, t } = model;
  const Tools = { rope: RopeTools, alibi: AlibiTools, none: null, sinusoidal: null }[scheme];
  return html`<section class=${`scheme ${scheme}`}>
    <div class="name">
      <h4>${t.positions.titles[scheme]}</h4>
      <p class="equation"><${Formula} formula=${FORMULAS[scheme]} t=${t} /></p>
    </div>
    <div class="maps">
      ${[SCORES[scheme], WEIGHTS[scheme]].map(
        (id) =>
          html`<${TitledMap}
            key=${id}
            ...${{ model, id, actions }}
            options=${{
              cellWidth: wideEnough(state.digits, isNarrow ? CELL.narrow : CELL.width),
              cellHeight,
              rowLabels: !isNarrow || id === SCORES[scheme],
              marks: marks[id],
            }}
          />`,
      )}
    </div>
    <p class="moved">${movedText(model, scheme)}</p>
    <div class="tools">${Tools && html`<${Tools} model=${model} change=${change} />`}</div>
  </section>`;
}

/** @param {Model} model @param {Scheme} scheme */
function movedText(model, scheme) {
  const { state, compared, t } = model;
  const words = t.positions.moved;
  const most = compared?.moved[scheme] ?? 0;
  if (state.distance.shift === 0) return scheme === 'none' ? words.at : '';
  if (most === 0) return words.same;
  return most < ROUNDING
    ? words.rounding({ most: inSum(model, most) })
    : words.by({ most: inSum(model, most) });
}

/** @typedef {{ model: Model, change: (patch: Partial<Distance>) => string | null }} ToolsProps */

/** The features that RoPE rotates as pairs, and how many. @param {ToolsProps} props */
function RopeTools({ model: { matrices, state, t }, change }) {
  const { pairs, half, halfTitle, interleaved, interleavedTitle, turned, turnedAll, turnedSome } =
    t.positions;
  const even = Array.from({ length: matrices.q.cols / 2 }, (_, pair) => 2 * pair).reverse();
  return html`
    <${Setting}
      field=${DISTANCE.pairs}
      label=${pairs}
      value=${state.distance.pairs}
      texts=${{ half, interleaved }}
      hints=${{ half: halfTitle, interleaved: interleavedTitle }}
      change=${(/** @type {Distance['pairs']} */ value) => change({ pairs: value })}
    />
    <${Setting}
      field=${DISTANCE.turned}
      label=${turned}
      value=${state.distance.turned}
      choices=${even}
      unset=${turnedAll}
      texts=${(/** @type {number} */ n) => turnedSome({ n })}
      isList
      change=${(/** @type {number | null} */ count) => change({ turned: count })}
    />
  `;
}

/** The head whose slope ALiBi uses. @param {ToolsProps} props */
function AlibiTools({ model: { state, compared, language, t }, change }) {
  const { slope, slopeOf } = t.positions;
  const choices = Array.from(compared?.slopes ?? [], (value, head) => [
    String(head),
    slopeOf({ head: String(head + 1), slope: inSum({ state: { digits: 'full' }, language }, value) }),
  ]);
  return html`<${Row} label=${slope}>
    <${Select}
      label=${slope}
      value=${String(state.distance.slopeHead)}
      choices=${choices}
      choose=${(/** @type {string} */ value) => change({ slopeHead: Number(value) })}
    />
  <//>`;
}
