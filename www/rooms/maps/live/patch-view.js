import { decimal } from '../../../format/display.js';
import { Segments } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { tokenName } from './answer.js';
import { Failed } from './failed-view.js';
import { SignedGrid, headCells } from './grid-view.js';
import { sentenceOf } from './live-model.js';
import { LIMITS } from './settings.js';
import { idsOf } from './ids.js';
/** @import { PatchedPart } from '../../../engine/model-effects.js' */
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { Pass } from './pass.js' */

const PARTS = /** @type {PatchedPart[]} */ (['stream', 'attention', 'mlp', 'head']);

/**
 * How the answer changes when a part of the text's run is replaced by that of a second sentence: a map of
 * layers and tokens, or of layers and heads.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {Pass} props.pass
 * @param {Answers} props.answers
 * @param {number} props.token
 * @param {(patch: Partial<MapsState>) => void} props.look
 */
export function Patch({ model, pass, answers, token, look }) {
  const { state, t } = model;
  const words = t.maps.live.patch;
  const [part, setPart] = useState(/** @type {PatchedPart} */ ('stream'));
  const [of, setOf] = useState(/** @type {'probability' | 'logit'} */ ('probability'));
  const second = state.second ?? state.text ?? '';
  const { ids, problem } = read(pass, second, t);
  const isFit = ids.length === pass.ids.length;
  const isSame = isFit && ids.every((id, at) => id === pass.ids[at]);
  const found = isFit && !isSame ? answers.patch(ids, token, part) : null;
  const failed = answers.problem('patch');
  const says = problem
    ? problem
    : !isFit
      ? words.lengths({ first: pass.ids.length, second: ids.length })
      : isSame
        ? words.same
        : !found && !failed && t.maps.live.find.computing;
  const name = tokenName(token, pass, t);
  return html`<section class="patch" aria-busy=${String(isFit && !isSame && !found && !failed)}>
    <h3>${words.heading}</h3>
    <label class="second">
      <span class="label">${words.second}</span>
      <input
        type="text"
        maxlength=${LIMITS.text}
        spellcheck=${false}
        value=${second}
        onInput=${(/** @type {any} */ { currentTarget }) => look({ second: currentTarget.value })}
      />
    </label>
    <div class="live-tools">
      <${Segments}
        label=${words.part}
        value=${part}
        choices=${PARTS.map((each) => [each, words.parts[each]])}
        choose=${setPart}
      />
      <${Segments}
        label=${words.of}
        value=${of}
        choices=${/** @type {const} */ (['probability', 'logit']).map((each) => [each, words.answers[each]])}
        choose=${setOf}
      />
    </div>
    <p role="status">${says}</p>
    <${Failed} ...${{ answers, of: ['patch'], t }} />
    ${
      found &&
      html`<p class="soft">
          ${words.ends({ token: name, first: decimal(t.language, found.whole[of], 3), second: decimal(t.language, found.other[of], 3) })}
        </p>
        <${PatchMap} ...${{ model, pass, found, part, of, ids, name, look }} />
        <p class="soft">${words.how[part]} ${state.off.length > 0 ? t.maps.live.lens.allOn : ''}</p>`
    }
  </section>`;
}

/**
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {Pass} props.pass
 * @param {import('../../../engine/model-effects.js').Patches} props.found
 * @param {PatchedPart} props.part
 * @param {'probability' | 'logit'} props.of
 * @param {number[]} props.ids - of the second sentence
 * @param {string} props.name - of the token
 * @param {(patch: Partial<MapsState>) => void} props.look
 */
function PatchMap({ model, pass, found, part, of, ids, name, look }) {
  const { t } = model;
  const words = t.maps.live.patch;
  const isHead = part === 'head';
  const columns = Array.from({ length: found.columns }, (_, at) => ({
    key: String(at),
    name: isHead ? String(at) : (pass.pieces[at]?.text.trim() ?? String(at)),
    // Where the sentences differ.
    chosen: !isHead && ids[at] !== pass.ids[at],
  }));
  const rows = found.patched.map((answers, layer) => ({
    name: String(layer),
    // A layer may have fewer heads than others.
    values: columns.map((_, at) => (at in answers ? answers[at][of] - found.whole[of] : NaN)),
  }));
  return html`<${SignedGrid}
    model=${model}
    caption=${words.caption({ token: name, of: words.answers[of] })}
    corner=${words.corner}
    columns=${columns}
    rows=${rows}
    format=${(/** @type {number} */ value) => decimal(t.language, value, of === 'logit' ? 1 : 2)}
    ...${isHead && headCells(model, look)}
  />`;
}

/**
 * The ids of the second sentence, or why there are none.
 *
 * @param {Pass} pass
 * @param {string} text
 * @param {MapsModel['t']} t
 */
function read({ run: { model } }, text, t) {
  try {
    return { ids: idsOf(model, text), problem: null };
  } catch (error) {
    return { ids: [], problem: sentenceOf(error)(t) };
  }
}
