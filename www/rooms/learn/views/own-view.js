import { parseDraw } from '../../../format/parse-draw.js';
import { parseMatrix } from '../../../format/parse.js';
import { Field, SeedField } from '../../../ui/controls.js';
import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { NumberSetting, Setting } from '../../../ui/setting.js';
import { textOf } from '../../../words/languages.js';
import { LIMITS } from '../lessons/index.js';
import { OWN } from '../settings.js';
/** @import { Model, Own as OwnSettings, State } from '../../../types.js' */
/** @import { Submit } from '../actions.js' */

/** Matrices that can be pasted, in the order of the computation. */
const PASTED = ['embeddings', 'positions', 'wQ', 'wK', 'wV', 'wO'];

/**
 * Whether the fields for tokens, sizes and pasted numbers are on the stage: in its first step.
 *
 * @param {State} state
 */
const isOwnOnStage = ({ lesson, shown, step }) => lesson === 'own' && shown === 'step' && step === 0;

/**
 * The settings of "your own" beside the stage or the whole view: all, or those that are not on the stage.
 *
 * @param {{ model: Model, submit: Submit }} props
 */
export function Own({ model, submit }) {
  const { state, language, t } = model;
  return html`<section class="own" key=${language}>
    <h3>${t.own.heading}</h3>
    ${!isOwnOnStage(state) && html`<${Inputs} model=${model} submit=${submit} />`}
    <${Draws} model=${model} submit=${submit} />
    ${!isOwnOnStage(state) && html`<${Paste} t=${t} submit=${submit} />`}
  </section>`;
}

/** The settings that are on the stage. @param {{ model: Model, submit: Submit }} props */
export function OwnOnStage({ model, submit }) {
  return html`<div class="own on-stage" key=${model.language}>
    <${Inputs} model=${model} submit=${submit} />
    <${Paste} t=${model.t} submit=${submit} />
  </div>`;
}

/**
 * The tokens and the sizes. An invalid text is rejected, and its field shows the error.
 *
 * @param {{ model: Model, submit: Submit }} props
 */
function Inputs({ model: { state, t }, submit }) {
  const { own } = state;
  const words = t.own;
  const several = t.figure.heads.own;
  const patchOwn = (/** @type {Partial<OwnSettings>} */ patch) =>
    submit((now) => ({ own: { ...now.own, ...patch } }));
  /** Edits and pasted matrices do not fit other sizes. @param {Partial<OwnSettings>} patch */
  const resize = (patch) =>
    submit((now) => ({ own: { ...now.own, ...patch }, edits: [], pasted: {}, cursor: null }));
  const takeTokens = (/** @type {string} */ text) => {
    const tokens = text.split(/\s+/u).filter((token) => token !== '');
    if (tokens.length === 0) return words.noTokens;
    if (tokens.length > LIMITS.tokens) return words.tooManyTokens({ n: tokens.length, most: LIMITS.tokens });
    const longest = Math.max(...tokens.map((token) => token.length));
    if (longest > LIMITS.label) return words.longToken({ n: longest, most: LIMITS.label });
    return tokens.length === own.tokens.length ? patchOwn({ tokens }) : resize({ tokens });
  };
  /** @param {'model' | 'key' | 'value'} name @param {string} label */
  const size = (name, label) =>
    html`<${Count}
      key=${label}
      ...${{ label, t, own, name }}
      change=${(/** @type {number} */ value) => resize({ [name]: value })}
    />`;
  return html`<${Field}
      label=${t.computation.tokens}
      value=${own.tokens.join(' ')}
      context=${own}
      take=${takeTokens}
    />
    <div class="sizes">
      ${size('model', t.computation.model)} ${size('key', own.heads > 1 ? several.keys : t.computation.key)}
      ${size('value', own.heads > 1 ? several.values : t.computation.value)}
    </div>`;
}

/** What is drawn, the heads, and the seed. @param {{ model: Model, submit: Submit }} props */
function Draws({ model: { state, t }, submit }) {
  const { own } = state;
  const patchOwn = (/** @type {Partial<OwnSettings>} */ patch) =>
    submit((now) => ({ own: { ...now.own, ...patch } }));
  /** @param {'embeddings' | 'projections'} name */
  const draw = (name) => {
    const { oneHot } = t.computation;
    const take = (/** @type {string} */ text) => {
      const isOneHot = name === 'embeddings' && (text === 'one-hot' || text === oneHot);
      if (!isOneHot && 'error' in parseDraw(text)) return t.inputErrors.badDraw({ text: text.slice(0, 20) });
      return patchOwn({ [name]: isOneHot ? 'one-hot' : text });
    };
    const value = own[name] === 'one-hot' ? oneHot : own[name];
    return html`<${Field} label=${t.computation[name]} value=${value} context=${own} take=${take} />`;
  };
  return html`${draw('embeddings')}${draw('projections')}
    <${Heads} own=${own} t=${t} submit=${submit} />
    <${SeedField}
      t=${t}
      value=${String(own.seed)}
      context=${own}
      take=${(/** @type {number} */ seed) => patchOwn({ seed })}
    />`;
}

/**
 * A field for a number of "your own".
 *
 * @param {object} props
 * @param {string} props.label
 * @param {Model['t']} props.t
 * @param {OwnSettings} props.own
 * @param {'model' | 'key' | 'value' | 'heads' | 'kvHeads'} props.name
 * @param {(value: number) => string | null} props.change
 */
function Count({ label, t, own, name, change }) {
  const { limits } = OWN[name];
  const wrong = (/** @type {{ text: string, most: number }} */ { text, most }) =>
    t.own.size({ name: label, text, most });
  return html`<${NumberSetting} ...${{ label, limits, wrong, change, value: own[name], context: own }} />`;
}

/**
 * The numbers of query heads and key-value heads, and the source of W_O.
 *
 * @param {{ own: OwnSettings, t: Model['t'], submit: Submit }} props
 */
function Heads({ own, t, submit }) {
  const words = t.figure.heads.own;
  /**
   * Edits and pasted matrices are kept where their matrix is. The last step, the output, is shown.
   *
   * @param {Partial<OwnSettings>} patch @param {string[]} changed - the matrices that have other sizes
   */
  const change = (patch, changed) =>
    submit((now) => ({
      own: { ...now.own, ...patch },
      edits: now.edits.filter(({ matrix }) => matrix !== 'wO' || !changed.includes('wO')),
      pasted: Object.fromEntries(Object.entries(now.pasted).filter(([id]) => !changed.includes(id))),
      cursor: null,
      step: 6,
    }));
  /** @param {'heads' | 'kvHeads'} name @param {(count: number) => Partial<OwnSettings>} patch */
  const count = (name, patch) =>
    html`<${Count}
      ...${{ label: words[name], t, own, name }}
      change=${(/** @type {number} */ value) => change(patch(value), ['wK', 'wV'])}
    />`;
  return html`<div class="own-heads">
    <div class="sizes">
      ${count('heads', (heads) => ({ heads, ...(own.kvHeads === own.heads && { kvHeads: heads }) }))}
      ${count('kvHeads', (kvHeads) => ({ kvHeads }))}
    </div>
    <${Setting}
      field=${OWN.wO}
      label=${words.wO}
      value=${own.wO}
      texts=${(/** @type {OwnSettings['wO']} */ source) => words[source]}
      change=${(/** @type {OwnSettings['wO']} */ wO) => change({ wO }, ['wO'])}
    />
  </div>`;
}

/** Numbers to paste into a matrix. @param {{ t: Model['t'], submit: Submit }} props */
function Paste({ t, submit }) {
  const words = t.computation;
  const matrix = useRef(/** @type {HTMLSelectElement | null} */ (null));
  const numbers = useRef(/** @type {HTMLTextAreaElement | null} */ (null));
  const [problem, setProblem] = useState('');
  const use = () => {
    const [select, area] = [matrix.current, numbers.current];
    if (!select || !area) return;
    const parsed = parseMatrix(area.value);
    if ('error' in parsed) {
      return setProblem(textOf(t.inputErrors[/** @type {'ragged'} */ (parsed.error)], parsed.figures));
    }
    const refused = submit((now) => ({ pasted: { ...now.pasted, [select.value]: parsed } }));
    setProblem(refused ?? '');
    if (refused === null) area.value = '';
  };
  // Numbers that are pasted into no field are put into this one, and used.
  const details = useRef(/** @type {HTMLDetailsElement | null} */ (null));
  useLayoutEffect(() => {
    const page = details.current?.ownerDocument;
    /** @param {ClipboardEvent} event */
    const take = (event) => {
      const [target] = event.composedPath();
      const text = event.clipboardData?.getData('text/plain') ?? '';
      if (!details.current?.checkVisibility() || !numbers.current || text.trim() === '' || isField(target))
        return;
      event.preventDefault();
      details.current.open = true;
      numbers.current.value = text;
      use();
    };
    page?.addEventListener('paste', take);
    return () => page?.removeEventListener('paste', take);
  });
  return html`<details class="paste" ref=${details}>
    <summary>${words.paste} <kbd aria-hidden="true">Ctrl V</kbd></summary>
    <select aria-label=${words.pasteInto} ref=${matrix}>
      ${PASTED.map((id) => html`<option value=${id}>${t.figure.names[id]}</option>`)}
    </select>
    <textarea
      rows="3"
      aria-label=${words.paste}
      placeholder=${words.pasteHint}
      spellcheck="false"
      ref=${numbers}
    ></textarea>
    <button type="button" onClick=${use}>${words.pasteButton}</button>
    <span class="problem" role="alert">${problem}</span>
  </details>`;
}

/** Whether text is pasted into an element. @param {EventTarget | undefined} target */
const isField = (target) => target instanceof Element && target.closest('input, textarea, select') !== null;
