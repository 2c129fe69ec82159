import { html, useRef } from '../../../ui/html.js';
import { decimal } from '../../../format/display.js';
import { Icon, SeedField } from '../../../ui/controls.js';
import { Popover } from '../../../ui/popover.js';
import { NumberField } from './number-field.js';
import { SHOWN, canGoOn, nextTokens } from './next.js';
import { OF_TEXT } from './settings.js';
import { SPEEDS } from './text/writer.js';
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { LiveModel } from './live-model.js' */
/** @import { Next } from './next.js' */
/** @import { Writer } from './text/writer.js' */

/** The height of a row of the list, and the width of the branches, in CSS pixels. */
const [ROW, WIDTH] = [25, 44];

/**
 * @typedef {object} LiveProps
 * @property {MapsModel} model
 * @property {LiveModel} live
 * @property {Writer} writer
 * @property {(patch: Partial<MapsState>) => void} change
 */

/**
 * The tokens that may come next, and how to go on.
 *
 * @param {LiveProps} props
 */
export function NextTokens({ model, live, writer, change }) {
  const { state, t } = model;
  const words = t.maps.live;
  const { engine, pass } = live;
  if (!pass || pass.logits.length === 0) return null;
  if (pass.left > 0) return html`<p class="soft">${words.noNext}</p>`;
  const { tokens, count } = nextTokens(engine, pass, state);
  return html`<${Branches} tokens=${tokens} />
    <${List} ...${{ tokens, t, writer }} />
    <div class="go-on">
      <button
        type="button"
        class="play"
        disabled=${!canGoOn(live) && !writer.isGoing}
        aria-pressed=${String(writer.isGoing)}
        onClick=${() => writer.toggle()}
      >
        <${Icon} name=${writer.isGoing ? 'pause' : 'play'} /> ${writer.isGoing ? words.stop : words.goOn}
      </button>
      <${Popover}
        name="sampling"
        label=${words.temperatureIs({ temperature: decimal(t.language, state.temperature, 2) })}
        about=${words.goOn}
      >
        <${Sampling} ...${{ model, writer, change }} />
      <//>
      <span class="soft among" role="status">
        ${words.among({ some: String(Math.min(SHOWN, count)), all: count })}${limitsOf(state, t)}
      </span>
    </div>`;
}

/** Which settings leave tokens out; empty if none does. @param {MapsState} state @param {MapsModel['t']} t */
function limitsOf({ temperature, topK, topP }, t) {
  const words = t.maps.live;
  const limits = [
    ...(temperature === 0 ? [words.temperatureIs({ temperature: '0' })] : []),
    ...(temperature > 0 && topK > 0 ? [`${words.topK} ${topK}`] : []),
    ...(temperature > 0 && topP < 1 ? [`${words.topP} ${decimal(t.language, topP, 2)}`] : []),
  ];
  return limits.length === 0 ? '' : ` (${limits.join(', ')})`;
}

/** Lines from the caret to each token, as thick as it is likely. @param {{ tokens: Next[] }} props */
function Branches({ tokens }) {
  const height = tokens.length * ROW;
  const middle = height / 2;
  const path = (/** @type {number} */ at) => {
    const y = (at + 0.5) * ROW;
    return `M0 ${middle} C${WIDTH / 2} ${middle} ${WIDTH / 2} ${y} ${WIDTH} ${y}`;
  };
  return html`<svg class="branches" width=${WIDTH} height=${height} aria-hidden="true">
    ${tokens.map(
      ({ probability }, at) =>
        html`<path
          d=${path(at)}
          stroke-width=${Math.max(1.2, 14 * probability)}
          opacity=${0.3 + 0.6 * probability}
        />`,
    )}
  </svg>`;
}

/** @param {{ tokens: Next[], t: MapsModel['t'], writer: Writer }} props */
function List({ tokens, t, writer }) {
  const words = t.maps.live;
  const most = Math.max(...tokens.flatMap(({ probability, before }) => [probability, before ?? 0]));
  const bar = (/** @type {number} */ probability) => ({ width: `${(100 * probability) / most}%` });
  return html`<ul class="next-list" aria-label=${words.next}>
    ${tokens.map(({ id, text, probability, before }) => {
      const number = decimal(t.language, probability, 3);
      const name = text.trim() === '' ? words.unseen({ id: String(id) }) : text.trim();
      return html`<li key=${id}>
        <button
          type="button"
          class=${before === null ? '' : 'changed'}
          disabled=${text === ''}
          onClick=${() => writer.append(text)}
        >
          <span class="word">${name}</span>
          <span class="bars">
            ${before !== null && html`<span class="bar before" style=${bar(before)}></span>`}
            <span class="bar" style=${bar(probability)}></span>
          </span>
          ${
            before !== null &&
            html`<span class="hidden">, ${words.before}</span>
              <span class="number soft">${decimal(t.language, before, 3)}</span>`
          }
          <span class="hidden">, ${words.probability}</span>
          <span class="number">${number}</span>
        </button>
      </li>`;
    })}
  </ul>`;
}

/** How the next token is chosen. @param {Pick<LiveProps, 'model' | 'writer' | 'change'>} props */
function Sampling({ model, writer, change }) {
  const { state, t } = model;
  const words = t.maps.live;
  const speed = useRef(writer.speed);
  const field = (/** @type {'temperature' | 'topK' | 'topP'} */ name, /** @type {number} */ step) =>
    html`<${NumberField}
      label=${words[name]}
      hint=${words.hints[name]}
      value=${state[name]}
      field=${OF_TEXT[name]}
      step=${step}
      change=${(/** @type {number} */ value) => change({ [name]: value })}
    />`;
  const seed = (/** @type {number} */ value) => {
    change({ seed: Math.min(value, OF_TEXT.seed.limits[1]) });
    return null;
  };
  return html`<div class="sampling-fields">
    ${field('temperature', 0.1)} ${field('topK', 1)} ${field('topP', 0.05)}
    <${SeedField} t=${t} value=${String(state.seed)} take=${seed} />
    <label class="row">
      <span class="label">${words.speed}</span>
      <select
        value=${String(speed.current)}
        onChange=${(/** @type {any} */ { currentTarget }) => {
          speed.current = writer.speed = Number(currentTarget.value);
        }}
      >
        ${SPEEDS.map((each) => html`<option value=${String(each)}>${words.perSecond({ tokens: each })}</option>`)}
      </select>
    </label>
  </div>`;
}
