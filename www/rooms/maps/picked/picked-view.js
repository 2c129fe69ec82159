import { mean } from '../../../format/mean.js';
import { decimal, percent } from '../../../format/display.js';
import { html, useState } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { topKeys } from '../head/ranks.js';
import { isLarge } from '../large/shape.js';
import { isPicked } from '../reading/layers.js';
import { maps, PICKS } from '../settings.js';
import { useLatest } from '../use-answer.js';
import { budgetsOf, keysOfQuery, NEED_ALL, pickerOf } from './policies.js';
import { stepOf } from './cells-view.js';
import { Curve } from './curve-view.js';
import { Lens, lensAt } from './lens-view.js';
import { Losses } from './losses-view.js';
import { Picture } from './map-view.js';
import { Blocks, PickedText } from './text-view.js';
import { usePicked } from './use-picked.js';
import { wordOf } from './use-text.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { Scene } from '../head/scene.js' */
/** @import { Cell } from '../head/viewport.js' */
/** @import { MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { PickedHead } from './figures.js' */

/** The number of the largest weights that are shown. */
const LARGEST = 40;

/**
 * The keys that a head picks, or that a policy would keep: the picture in three states with the mass lost
 * beside its rows, the largest weights of a query, the budget, and the curve of recall.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {MapsModel['t']['maps']['picked']} props.words
 * @param {() => MapsService | null} props.service
 * @param {(patch: Partial<MapsState>) => void} props.look
 */
export function Picked({ scene, words, service, look }) {
  const { state, data, labels, language } = scene;
  const { reading } = data;
  const { layer, head, budget, cursor } = state;
  const keys = reading.keys;
  const by = pickerOf(state, data);
  const block = by === 'file' ? (reading.blocks?.[layer] ?? 1) : 1;
  const [pointed, point] = useState(/** @type {Cell | null} */ (null));
  const chosen = useLatest(cursor ?? { query: reading.queries - 1, key: 0 });
  const inMap = (/** @type {number} */ at) => Math.max(0, Math.min(reading.queries - 1, at));
  const cell = pointed ?? chosen.current;
  const query = inMap(cell.query);
  const lens = by === 'file' && isLarge(reading) ? lensAt(cell, keys) : null;
  const { answer, found, shown } = usePicked(service(), { reading, layer, head, by, budget, query, lens });
  const name = wordOf(labels.query[shown]);
  const steps = Array.from(budgetsOf(keys));
  const most = by === 'file' ? (found?.most ?? 0) : Math.min(budget, keys);
  const told = found && tellingOf(found, (key) => wordOf(labels.key[key]) || String(key));
  const choose = (/** @type {number} */ next) => look({ budget: Math.max(1, Math.min(keys, next)) });
  const go = (/** @type {number} */ to, key = chosen.current.key) => {
    chosen.current = { query: inMap(to), key: inMap(key) };
    look({ cursor: chosen.current });
  };
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const { key, shiftKey, target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    const sign = key === '+' || key === '=' ? 1 : key === '-' || key === '−' ? -1 : 0;
    const [down, right] = stepOf(key);
    if (isField && key !== 'PageUp' && key !== 'PageDown') return;
    const far = shiftKey ? Math.max(1, Math.round(keys / 64)) : 1;
    if (sign !== 0 && by !== 'file') choose(shiftKey ? most + sign : stepFrom(steps, most, sign));
    else if (down !== 0) go(inMap(chosen.current.query) + down * far);
    else if (right !== 0 && lens) go(chosen.current.query, chosen.current.key + right * far);
    else if ((key === 'PageUp' || key === 'PageDown') && found)
      go(neighborByLoss(found, inMap(chosen.current.query), key === 'PageUp' ? -1 : 1));
    else return;
    event.preventDefault();
  }
  const choices = PICKS.filter((each) => each !== 'file' || isPicked(reading, layer));
  const of = { scene, found, query: shown, told, name, words, block, go };
  return html`<div class="picked-view" onKeyDown=${press}>
    <p class="sentence" role="status">
      ${told ? words.sentence({ ...told, query: name, lost: decimal(language, told.lost, 2), kept: decimal(language, 1 - told.lost, 2) }) : '…'}
      ${told?.missed && html` ${words.missed({ key: told.missed.name, at: String(told.missed.key), weight: weightText(language, told.missed.weight) })}`}
    </p>
    ${answer?.problem && html`<p class="head-problem" role="alert">${answer.problem}</p>`}
    ${told && html`<${PickedText} ...${of} />`}
    <div class="picked-columns">
      <div class="picked-main">
        <${Picture} ...${{ ...of, lens, point }} />
        ${
          found &&
          html`<p class="totals">
            ${(found.queries ? words.totalsOf : words.totals)({ share: shareText(found.kept / found.visible), lost: decimal(language, mean(found.lost), 2), n: found.lost.length })}
          </p>`
        }
        ${told && html`<${Largest} ...${of} />`}
      </div>
      <div class="picked-side">
        ${block > 1 && found && html`<${Blocks} ...${of} />`}
        ${lens && found?.lens && html`<${Lens} ...${{ ...of, lens }} />`}
        <h3>${words.enough}</h3>
        <label class="budget">
          <span>k = </span>
          <input
            type="number"
            min="1"
            max=${keys}
            value=${most}
            disabled=${by === 'file'}
            aria-label=${words.budget}
            onChange=${(/** @type {any} */ event) => choose(Math.round(event.target.valueAsNumber) || 1)}
          />
          <span class="soft"
            >${by === 'file' ? words.fileHas({ n: most }) : words.atMost({ keys: String(keys) })}</span
          >
        </label>
        <input
          type="range"
          min="0"
          max=${steps.length - 1}
          value=${nearest(steps, most)}
          disabled=${by === 'file'}
          aria-label=${words.budget}
          aria-valuetext=${words.keys({ n: most })}
          onInput=${(/** @type {any} */ event) => choose(steps[event.target.valueAsNumber])}
        />
        ${found && html`<${Curve} found=${found} count=${keysOfQuery(by, Math.max(1, most), keys)} query=${name} words=${words} />`}
        ${found && html`<p class="needs">${needsText(found, words)}</p>`}
        <h3>${words.by}</h3>
        <${Setting}
          field=${maps.fields.picks}
          label=${words.by}
          value=${by}
          choices=${choices}
          disabled=${isLarge(reading) ? NEED_ALL : []}
          texts=${words.policies}
          hints=${words.policyHelp}
          isList=${false}
          isBare
          change=${(/** @type {MapsState['picks']} */ picks) => look({ picks })}
        />
        <p class="soft">${words.policyHelp[by]}</p>
        ${isLarge(reading) && html`<p class="soft">${words.needAll}</p>`}
        <p class="soft">${words.ties}</p>
        <${Losses} ...${{ scene, words, service: service(), by, budget: by === 'file' ? 0 : budget, look }} />
        <p class="hidden" id="picked-keys">${words.keysHelp}</p>
      </div>
    </div>
  </div>`;
}

/**
 * What all parts of the view show.
 *
 * @typedef {object} Shown
 * @property {Scene} scene
 * @property {PickedHead} found
 * @property {number} query
 * @property {string} name - of the query
 * @property {Told} told
 * @property {number} block - the number of keys that are picked together
 * @property {MapsModel['t']['maps']['picked']} words
 * @property {(query: number, key: number) => void} go
 */
/**
 * @typedef {object} Told
 * @property {number} picked - the number of picked keys
 * @property {number} visible
 * @property {number} lost
 * @property {{ key: number, name: string, weight: number } | null} missed - the largest weight that was not picked
 * @property {{ key: number, weight: number, isPicked: boolean }[]} largest - the largest weights of the query
 */

/** @param {PickedHead} found @param {(key: number) => string} nameOf @returns {Told} */
function tellingOf({ keys, row, ownLost }, nameOf) {
  const picked = new Set(keys);
  const largest = topKeys(row, LARGEST).map(({ key, weight }) => ({
    key,
    weight,
    isPicked: picked.has(key),
  }));
  const miss = largest.find((each) => !each.isPicked);
  const missed = miss ? { key: miss.key, name: nameOf(miss.key), weight: miss.weight } : null;
  const visible = row.reduce((count, weight) => count + Number(!Number.isNaN(weight)), 0);
  return { picked: keys.length, visible, lost: ownLost, missed, largest };
}

/**
 * The largest weights of the query, in order: filled if they are picked, dashed if not.
 *
 * @param {Shown} props
 */
function Largest({ scene: { language }, told: { largest, missed }, name, words }) {
  const top = largest[0]?.weight || 1;
  const title = words.largest({ n: largest.length, query: name });
  return html`<figure class="largest">
    <h3>${title}</h3>
    <svg
      viewBox=${`0 0 ${LARGEST * 11} 62`}
      role="img"
      aria-label=${missed ? `${title}. ${words.firstMissed({ key: missed.name, weight: weightText(language, missed.weight) })}` : title}
    >
      ${largest.map(
        ({ weight, isPicked: isIn }, at) =>
          html`<rect
            class=${isIn ? 'in' : 'out'}
            x=${at * 11 + 1}
            y=${61 - Math.max(1, (60 * weight) / top)}
            width="9"
            height=${Math.max(1, (60 * weight) / top)}
          />`,
      )}
    </svg>
    ${missed && html`<figcaption>${words.firstMissed({ key: missed.name, weight: weightText(language, missed.weight) })}</figcaption>`}
  </figure>`;
}

/**
 * How many keys keep nine tenths of the weight, at most: fewer keys between two budgets may do, too.
 *
 * @param {PickedHead} found
 * @param {MapsModel['t']['maps']['picked']} words
 */
export function needsText({ budgets, curve, best, counts }, words) {
  const first = (/** @type {Float32Array} */ of, keys = budgets) =>
    keys.find((_, place) => of[4 * place] >= 0.9) ?? keys[keys.length - 1];
  return curve
    ? words.needs({ keys: first(curve, counts ?? budgets), best: String(first(best)) })
    : words.bestNeeds({ keys: first(best) });
}

/** The index of the nearest budget. @param {number[]} steps @param {number} budget */
const nearest = (steps, budget) =>
  steps.reduce((best, step, at) => (Math.abs(step - budget) < Math.abs(steps[best] - budget) ? at : best), 0);

/** The next budget of the steps. @param {number[]} steps @param {number} from @param {number} sign */
const stepFrom = (steps, from, sign) =>
  (sign > 0 ? steps.find((step) => step > from) : steps.findLast((step) => step < from)) ?? from;

/**
 * The query whose loss is the next larger one (-1) or the next smaller one (1), of those that were computed.
 *
 * @param {PickedHead} found @param {number} query @param {number} step
 */
function neighborByLoss({ lost, queries, ownLost }, query, step) {
  const order = Array.from(lost.keys()).sort((a, b) => lost[b] - lost[a] || a - b);
  const at = order.findIndex((each) => (queries ? queries[each] : each) === query);
  const own = at >= 0 ? at : order.findIndex((each) => lost[each] <= ownLost) - Number(step > 0);
  const to = order[Math.max(0, Math.min(order.length - 1, own + step))];
  return queries ? queries[to] : to;
}

/** A weight with at least two digits that are not 0. @param {Language} language @param {number} weight */
const weightText = (language, weight) =>
  decimal(language, weight, Math.max(2, Math.min(8, 1 - Math.floor(Math.log10(weight || 1)))));

/** A share as a percentage; a very small one is not 0. @param {number} share */
const shareText = (share) =>
  share > 0 && share < 0.01 ? `${Number((100 * share).toPrecision(1))} %` : percent(share);
