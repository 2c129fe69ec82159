import { decimal } from '../../../format/display.js';
import { Segments } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { maps } from '../settings.js';
import { byHandLink, excerptOf } from './by-hand.js';
import { Failed } from './failed-view.js';
import { nearText } from './origins.js';
import { OriginSum, Sum } from './sum-view.js';
/** @import { ScoreParts } from '../../../engine/model-run.js' */
/** @import { MapsModel } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */
/** @import { Models } from './types.js' */

/** The number of features that are shown; the rest is one number. */
const FEATURES = 8;

/** @typedef {'origins' | 'positions' | 'features'} Split */

/**
 * @typedef {object} WhyProps
 * @property {MapsModel} model
 * @property {Models} engine
 * @property {Pass} pass
 * @property {Answers} answers
 * @property {{ query: number, key: number }} cell
 */

/**
 * The score of the chosen cell as a sum: over where its key or its query came from, over content and
 * position, or over features; and the way to Learn, where the numbers can be edited.
 *
 * @param {WhyProps} props
 */
export function Why({ model, engine, pass, answers, cell }) {
  const { state, t } = model;
  const words = t.maps.live.why;
  const { layer, head } = state;
  const [side, setSide] = useState(/** @type {'key' | 'query'} */ ('key'));
  const [split, setSplit] = useState(/** @type {Split} */ ('origins'));
  const isState = pass.run.facts.kinds[layer] !== null;
  const parts = isState ? null : answers.why({ layer, head, ...cell });
  const tokens = pass.pieces.map(({ text }) => text.trim());
  const [query, key] = [cell.query, cell.key].map((at) => tokens[at] ?? '');
  const rowOf = (/** @type {Pass['variant']} */ variant) =>
    pass.run
      .weights(layer, head, { variant })
      .subarray(cell.query * pass.ids.length, (cell.query + 1) * pass.ids.length);
  const weights = parts && rowOf(pass.variant);
  const weightOf = (/** @type {Float32Array} */ row) => decimal(t.language, row[cell.key], 2);
  const scores = parts && engine.scores(pass.run, { layer, head, query: cell.query, variant: pass.variant });
  const problem = isState ? null : answers.problem('why');
  return html`<section class="why" aria-busy=${String(parts === null && problem === null && !isState)}>
    <h3>${words.heading({ query, key })}</h3>
    <${Failed} ...${{ answers, of: ['why'], t }} />
    ${isState && html`<p role="status">${words.state({ layer: String(layer) })}</p>`}
    ${
      parts &&
      html`<p class="why-score">
          <i>${formulaOf(pass, t)}</i> = <b>${decimal(t.language, parts.score, 2)}</b>${' '}
          <span class="soft">${words.weight}</span>${' '}
          <b>${weights && weightOf(weights)}</b>
        </p>
        ${scores && weights && html`<p class="soft">${nearText({ scores, weights, key: cell.key, tokens, t })}</p>`}
        ${pass.logitsBefore && html`<p>${words.off({ weight: weightOf(rowOf(null)) })}</p>`}
        <${Segments}
          label=${words.split}
          value=${split}
          choices=${/** @type {const} */ (['origins', 'positions', 'features']).map((each) => [each, words.splits[each]])}
          choose=${setSplit}
        />
        ${
          split === 'origins' &&
          html`<${Segments}
              label=${words.side}
              value=${side}
              choices=${[
                ['key', words.key],
                ['query', words.query],
              ]}
              choose=${setSide}
            />
            <${OriginSum} ...${{ parts, side, model, answers, tokens, at: cell[side] }} />`
        }
        ${split === 'positions' && html`<${Positions} ...${{ engine, parts, t }} />`}
        ${split === 'features' && html`<${Features} ...${{ model, engine, pass, cell }} />`}
        <${ByHand} ...${{ model, pass, cell }} />
        ${split === 'origins' && html`<p class="soft">${words.exact}</p>`}`
    }
  </section>`;
}

/**
 * Content and position: parts of the sum for a table of positions, and for a rotation the score without it
 * and what it changes.
 *
 * @param {{ engine: Models, parts: ScoreParts, t: MapsModel['t'] }} props
 */
function Positions({ engine, parts, t }) {
  const words = t.maps.live.why;
  const found = engine.contentAndPosition(parts);
  if (found)
    return html`<${Sum}
        t=${t}
        parts=${
          /** @type {const} */ (['content', 'keyPosition', 'queryPosition', 'positions']).map((name) => ({
            name: words.positions[name],
            part: found[name],
          }))
        }
      />
      <p class="soft">${words.positions.table}</p>`;
  if (parts.unrotated !== null)
    return html`<${Sum}
        t=${t}
        parts=${[
          { name: words.positions.unrotated, part: parts.unrotated },
          { name: words.positions.rotation, part: parts.score - parts.unrotated },
        ]}
      />
      <p class="soft">${words.positions.rotated}</p>`;
  return html`<p class="soft">${words.positions.none}</p>`;
}

/**
 * The eight features with the largest products, and the sum of the rest.
 *
 * @param {Pick<WhyProps, 'model' | 'engine' | 'pass' | 'cell'>} props
 */
function Features({ model: { state, t }, engine, pass, cell: held }) {
  const words = t.maps.live.why;
  const { layer, head } = state;
  const { q, k, products, score } = engine.features(pass.run, {
    layer,
    head,
    ...held,
    variant: pass.variant,
  });
  const order = [...products.keys()].sort((a, b) => Math.abs(products[b]) - Math.abs(products[a]));
  const [shown, rest] = [order.slice(0, FEATURES), order.slice(FEATURES)];
  const left = rest.reduce((sum, feature) => sum + products[feature], 0);
  const cell = (/** @type {number} */ value) =>
    html`<td class="number">${decimal(t.language, value, 2)}</td>`;
  return html`<table class="features">
      <thead>
        <tr>
          <th scope="col">${words.feature}</th>
          <th scope="col">q</th>
          <th scope="col">k</th>
          <th scope="col"><i>${formulaOf(pass, t)}</i></th>
        </tr>
      </thead>
      <tbody>
        ${shown.map(
          (feature) =>
            html`<tr key=${feature}>
              <th scope="row">${feature}</th>
              ${[q, k, products].map((values) => cell(values[feature]))}
            </tr>`,
        )}
        ${
          rest.length > 0 &&
          html`<tr>
            <th scope="row">${words.more({ n: rest.length })}</th>
            <td></td>
            <td></td>
            ${cell(left)}
          </tr>`
        }
      </tbody>
    </table>
    <p class="soft">${words.featureSum({ score: decimal(t.language, score, 2) })}</p>`;
}

/** The way to Learn. @param {Pick<WhyProps, 'model' | 'pass' | 'cell'>} props */
function ByHand({ model: { state, t }, pass, cell }) {
  const words = t.maps.live.why;
  const { layer, head } = state;
  const excerpt = excerptOf(pass, { layer, head, ...cell });
  const { names, all, q } = excerpt;
  return html`<p class="by-hand">
    <a class="play main-question" href=${byHandLink(excerpt, maps.encode(state))}>${words.byHand}</a>${' '}
    <span class="soft">
      ${words.byHandHint({
        tokens: String(names.length),
        allTokens: String(all.tokens),
        features: String(q[0].length),
        allFeatures: String(all.features),
      })}
    </span>
  </p>`;
}

/** The score as a formula, with the scale of the model. @param {Pass} pass @param {MapsModel['t']} t */
function formulaOf({ run: { facts } }, t) {
  const isRoot = Math.abs(facts.scale * Math.sqrt(facts.headSize) - 1) < 1e-6;
  return isRoot ? `q·k / √${facts.headSize}` : `q·k · ${decimal(t.language, facts.scale, 4)}`;
}
