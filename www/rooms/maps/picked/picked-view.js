import { decimal } from '../../../format/separator.js';
import { percent } from '../../../format/display.js';
import { html, useLayoutEffect, useRef } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { useAnswer } from '../use-answer.js';
import { isPicked } from '../reading/layers.js';
import { maps, PICKS } from '../settings.js';
import { pickerOf } from './available.js';
import { budgetsOf } from './budgets.js';
import { Curve } from './curve-view.js';
import { drawLost, useColors } from './picture.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { Scene } from '../head/scene.js' */
/** @import { MapsModel, MapsService, MapsState } from '../types.js' */
/** @import { PickedHead } from './figures.js' */

/** The largest side of the picture in device pixels, and the number of the largest weights that are shown. */
const [SIDE, LARGEST] = [1024, 40];
/** The width of the bars beside the rows, and their gap, in CSS pixels. */
const [MARGIN, GAP] = [84, 12];

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
  const { layer, head, budget } = state;
  const keys = reading.keys;
  const by = pickerOf(state, data);
  const query = Math.min(state.cursor?.query ?? reading.queries - 1, reading.queries - 1);
  const request = { reading, layer, head, by, budget, query };
  const answer = useAnswer(service(), request, (from) =>
    from.picked(0, { layer, head, by, budget: Math.min(budget, keys), query, side: SIDE }),
  );
  const found = answer?.request.reading === reading ? answer.found : null;
  const shownQuery = answer?.request.query ?? query;
  const name = labels.query[shownQuery]?.text ?? '';
  const steps = Array.from(budgetsOf(keys));
  const most = by === 'file' ? (found?.most ?? 0) : Math.min(budget, keys);
  const told = found && tellingOf(found, shownQuery, (key) => labels.key[key]?.text ?? String(key));
  const choose = (/** @type {number} */ next) => look({ budget: Math.max(1, Math.min(keys, next)) });
  const go = (/** @type {number} */ to) =>
    look({ cursor: { query: Math.max(0, Math.min(reading.queries - 1, to)), key: state.cursor?.key ?? 0 } });
  /** @param {KeyboardEvent} event */
  function press(event) {
    if (event.altKey || event.ctrlKey || event.metaKey || event.isComposing) return;
    const { key, shiftKey, target } = event;
    const isField = target instanceof HTMLInputElement || target instanceof HTMLSelectElement;
    const sign = key === '+' || key === '=' ? 1 : key === '-' || key === '−' ? -1 : 0;
    if (isField && key !== 'PageUp' && key !== 'PageDown') return;
    if (sign !== 0 && by !== 'file') choose(shiftKey ? most + sign : stepFrom(steps, most, sign));
    else if (key === 'ArrowUp' || key === 'ArrowDown') go(query + (key === 'ArrowUp' ? -1 : 1));
    else if ((key === 'PageUp' || key === 'PageDown') && found)
      go(neighborByLoss(found.lost, query, key === 'PageUp' ? -1 : 1));
    else return;
    event.preventDefault();
  }
  const choices = PICKS.filter((each) => each !== 'file' || isPicked(reading, layer));
  return html`<div class="picked-view" onKeyDown=${press}>
    <p class="sentence" role="status">
      ${told ? words.sentence({ ...told, query: name, lost: decimal(language, told.lost, 2), kept: decimal(language, 1 - told.lost, 2) }) : '…'}
      ${told?.missed && html` ${words.missed({ key: told.missed.name, at: String(told.missed.key), weight: decimal(language, told.missed.weight, 2) })}`}
    </p>
    ${answer?.problem && html`<p class="head-problem" role="alert">${answer.problem}</p>`}
    <div class="picked-columns">
      <div class="picked-main">
        <${Picture} ...${{ scene, found, query: shownQuery, words, go, told }} />
        ${
          found &&
          html`<p class="totals">
            ${words.totals({ share: percent(found.kept / found.visible), lost: decimal(language, mean(found.lost), 2) })}
          </p>`
        }
        ${told && html`<${Largest} ...${{ told, name, words, language }} />`}
      </div>
      <div class="picked-side">
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
        ${found && html`<${Curve} found=${found} budget=${Math.max(1, most)} query=${name} words=${words} />`}
        ${found && html`<p class="needs">${needsText(found, words)}</p>`}
        <h3>${words.by}</h3>
        <${Setting}
          field=${maps.fields.picks}
          label=${words.by}
          value=${by}
          choices=${choices}
          texts=${words.policies}
          hints=${words.policyHelp}
          isList=${false}
          isBare
          change=${(/** @type {MapsState['picks']} */ picks) => look({ picks })}
        />
        <p class="soft">${words.policyHelp[by]}</p>
        <p class="soft">${words.ties}</p>
        <p class="hidden" id="picked-keys">${words.keysHelp}</p>
      </div>
    </div>
  </div>`;
}

/**
 * @typedef {object} Told
 * @property {number} picked - the number of picked keys
 * @property {number} visible
 * @property {number} lost
 * @property {{ key: number, name: string, weight: number } | null} missed - the largest weight that was not picked
 * @property {{ key: number, weight: number, isPicked: boolean }[]} largest - the largest weights of the query
 */

/** @param {PickedHead} found @param {number} query @param {(key: number) => string} nameOf @returns {Told} */
function tellingOf({ keys, row, lost }, query, nameOf) {
  const picked = new Set(keys);
  const all = Array.from({ length: Math.min(query + 1, row.length) }, (_, key) => ({
    key,
    weight: row[key],
    isPicked: picked.has(key),
  }));
  const largest = all.toSorted((a, b) => b.weight - a.weight || a.key - b.key).slice(0, LARGEST);
  const miss = largest.find((each) => !each.isPicked);
  const missed = miss ? { key: miss.key, name: nameOf(miss.key), weight: miss.weight } : null;
  return { picked: keys.length, visible: all.length, lost: lost[query] ?? 0, missed, largest };
}

/**
 * The picture, with a frame around the row of the query, and the mass lost beside it. A click chooses a row.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {PickedHead | null} props.found
 * @param {number} props.query
 * @param {MapsModel['t']['maps']['picked']} props.words
 * @param {(query: number) => void} props.go
 * @param {Told | null} props.told
 */
function Picture({ scene, found, query, words, go, told }) {
  const { appearance, t, labels } = scene;
  const [map, bars, box] = [1, 2, 3].map(() => useRef(/** @type {any} */ (null)));
  useColors(map, found, scene, ({ side, picture }) => ({ weights: picture, sides: [side, side] }));
  useLayoutEffect(() => {
    if (!found || !map.current || !bars.current) return;
    const of = getComputedStyle(bars.current);
    drawLost(bars.current, found.lost, query, {
      width: MARGIN,
      height: map.current.clientHeight,
      ratio: appearance.ratio,
      soft: of.color,
      accent: of.outlineColor,
      line: of.borderTopColor,
    });
  });
  const count = found?.lost.length ?? 1;
  const spoken = told
    ? words.spoken({
        query: labels.query[query]?.text ?? '',
        at: String(query),
        picked: told.picked,
        visible: told.visible,
        lost: decimal(scene.language, told.lost, 2),
      })
    : '';
  const row = {
    top: `${(100 * query) / count}%`,
    height: `${100 / count}%`,
    width: `${(100 * (query + 1)) / count}%`,
  };
  return html`<div class="picked-figure" style=${{ '--margin': `${MARGIN}px`, '--gap': `${GAP}px` }}>
    <div class="heads-of-axes"><span>${t.axes}</span><span class="lost-title">${words.massLost}</span></div>
    <div
      class="picked-map"
      ref=${box}
      role="application"
      tabindex="0"
      aria-label=${`${words.mapLabel}. ${spoken}`}
      aria-describedby="picked-keys"
      onClick=${(/** @type {MouseEvent} */ event) => {
        const { top, height } = box.current.getBoundingClientRect();
        go(Math.floor(((event.clientY - top) / height) * count));
      }}
    >
      <canvas ref=${map} class="picture" aria-hidden="true"></canvas>
      <i class="row-frame" style=${row} aria-hidden="true"></i>
    </div>
    <canvas ref=${bars} class="lost" aria-hidden="true"></canvas>
    <p class="states">
      <span class="state picked">${words.states.picked}</span>
      <span class="state other">${words.states.other}</span>
      <span class="state hidden-key">${words.states.hidden}</span>
    </p>
    <p class="hidden" aria-live="polite">${spoken}</p>
  </div>`;
}

/**
 * The largest weights of the query, in order: filled if they are picked, dashed if not.
 *
 * @param {{ told: Told, name: string, words: MapsModel['t']['maps']['picked'], language: Language }} props
 */
function Largest({ told: { largest, missed }, name, words, language }) {
  const top = largest[0]?.weight || 1;
  const title = words.largest({ n: largest.length, query: name });
  return html`<figure class="largest">
    <h3>${title}</h3>
    <svg
      viewBox=${`0 0 ${LARGEST * 11} 62`}
      role="img"
      aria-label=${missed ? `${title}. ${words.firstMissed({ key: missed.name, weight: decimal(language, missed.weight, 2) })}` : title}
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
    ${missed && html`<figcaption>${words.firstMissed({ key: missed.name, weight: decimal(language, missed.weight, 2) })}</figcaption>`}
  </figure>`;
}

/**
 * How many keys keep nine tenths of the weight.
 *
 * @param {PickedHead} found
 * @param {MapsModel['t']['maps']['picked']} words
 */
function needsText({ budgets, curve, best }, words) {
  const first = (/** @type {Float32Array} */ of) => {
    const at = budgets.findIndex((_, place) => of[4 * place] >= 0.9);
    return at < 0 ? budgets[budgets.length - 1] : budgets[at];
  };
  return curve
    ? words.needs({ keys: first(curve), best: String(first(best)) })
    : words.bestNeeds({ keys: first(best) });
}

/** @param {ArrayLike<number>} numbers */
const mean = (numbers) => Array.from(numbers).reduce((sum, each) => sum + each, 0) / (numbers.length || 1);

/** The index of the nearest budget. @param {number[]} steps @param {number} budget */
const nearest = (steps, budget) =>
  steps.reduce((best, step, at) => (Math.abs(step - budget) < Math.abs(steps[best] - budget) ? at : best), 0);

/** The next budget of the steps. @param {number[]} steps @param {number} from @param {number} sign */
const stepFrom = (steps, from, sign) =>
  (sign > 0 ? steps.find((step) => step > from) : steps.findLast((step) => step < from)) ?? from;

/**
 * The query whose loss is the next larger one (-1) or the next smaller one (1).
 *
 * @param {Float32Array} lost @param {number} query @param {number} step
 */
function neighborByLoss(lost, query, step) {
  const order = Array.from(lost.keys()).toSorted((a, b) => lost[b] - lost[a] || a - b);
  return order[Math.max(0, Math.min(order.length - 1, order.indexOf(query) + step))];
}
