import { decimal } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { tokenName } from './answer.js';
import { changeOf } from './next.js';
import { inverted, isThere, otherOf } from './off.js';
import { columnsBefore } from './pass.js';
import { OF_TEXT, isOff, nameOff, switched } from './settings.js';
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Pass } from './pass.js' */
/** @import { Off } from './settings.js' */
/** @import { Models } from './types.js' */

/**
 * @typedef {object} OffProps
 * @property {MapsModel} model
 * @property {Pass} pass
 * @property {(patch: Partial<MapsState>) => void} change
 */

/** Switches for the MLP of the open layer, and for the value of the held key. @param {OffProps} props */
export function OffMore({ model: { state, t }, pass, change }) {
  const words = t.maps.live.parts;
  const { layer, off, cursor } = state;
  const held = cursor ? cursor.key - columnsBefore(pass) : -1;
  const token = held >= 0 && held < pass.ids.length ? held : null;
  /** @type {Off[]} */
  const parts = [
    { layer, mlp: true },
    ...(token === null
      ? []
      : [
          { layer, token },
          { layer: null, token },
        ]),
  ];
  return html`<details class="off-more">
    <summary>${words.more}</summary>
    <div class="live-tools" role="group" aria-label=${words.more}>
      ${parts.map(
        (part) =>
          html`<button
            type="button"
            class="play"
            aria-pressed=${String(isOff(off, part))}
            onClick=${() => change({ off: switched(off, part) })}
          >
            ${nameOff(part, t, pass.pieces)}
          </button>`,
      )}
    </div>
    <p class="soft">${words.valueHint}</p>
  </details>`;
}

/** What is off, and what it changes. @param {OffProps & { engine: Models }} props */
export function OffList({ model: { state, t }, engine, pass, change }) {
  const { off } = state;
  const words = t.maps.live;
  if (off.length === 0) return null;
  const effect = changeOf(engine, pass, state);
  const [there, missing] = [true, false].map((wanted) =>
    off
      .filter((part) => isThere(part, pass) === wanted)
      .map((part) => nameOff(part, t, pass.pieces))
      .join(', '),
  );
  const others = off.some((part) => 'head' in part) ? inverted(off, pass.run.facts) : null;
  return html`<p class="off" role="status">
    ${there && words.off({ heads: there })}${' '} ${missing && words.missing({ parts: missing })}${' '}
    <button type="button" class="link" onClick=${() => change({ off: [] })}>${words.allOn}</button>
    ${
      others &&
      html`${' · '}<button
          type="button"
          class="link"
          title=${words.keepOnlyHint}
          onClick=${() => change({ off: others })}
        >
          ${words.keepOnly}
        </button>`
    }
    ${effect && effectSentence(effect, t, pass)}
  </p>`;
}

/** @param {NonNullable<ReturnType<typeof changeOf>>} effect @param {MapsModel['t']} t @param {Pass} pass */
function effectSentence({ id, before, now, leader }, t, pass) {
  const words = t.maps.live.effect;
  const [from, to] = [before, now].map((each) => decimal(t.language, each, 3));
  const how = from === to ? 'stays' : now < before ? 'falls' : 'rises';
  const said = words[how]({ token: tokenName(id, pass, t), before: from, after: to });
  const leads = leader === id ? '' : ` ${words.leads({ token: tokenName(leader, pass, t) })}`;
  return html`<span class="effect">${said}${leads}</span>`;
}

/** What takes the place of a part that is off. @param {OffProps & { engine: Models }} props */
export function OffMeans({ model: { state, t }, engine, pass, change }) {
  const words = t.maps.live;
  const { replacement, second } = state;
  const ofText = () =>
    otherOf(engine, pass.run.model, pass.ids, second).isSecond
      ? words.ofSecond({ text: second ?? '' })
      : words.ofPassage({ n: pass.ids.length });
  return html`<${Setting}
      field=${OF_TEXT.replacement}
      label=${words.offMeans}
      value=${replacement}
      change=${(/** @type {MapsState['replacement']} */ chosen) => change({ replacement: chosen })}
      texts=${words.replacements}
    />
    <p class="soft">${words.replacementHints[replacement]}${' '} ${replacement === 'text' && ofText()}</p>`;
}

/**
 * The token that the questions are about.
 *
 * @param {OffProps & { answer: number, choices: number[], nameOf: (id: number) => string }} props
 */
export function AnswerChoice({ model: { t }, answer, choices, nameOf, change }) {
  const all = choices.includes(answer) ? choices : [answer, ...choices];
  return html`<label class="row answer-choice">
    <span class="label">${t.maps.live.answer}</span>
    <select
      aria-label=${t.maps.live.answer}
      value=${String(answer)}
      onChange=${(/** @type {any} */ { currentTarget }) => change({ answer: Number(currentTarget.value) })}
    >
      ${all.map((id) => html`<option value=${String(id)}>${nameOf(id)}</option>`)}
    </select>
  </label>`;
}
