import { html } from '../../../ui/html.js';
import { answerOf, likeliest, tokenName } from './answer.js';
import { Find } from './find-view.js';
import { Lens } from './lens-view.js';
import { AnswerChoice, OffList, OffMeans, OffMore } from './off-view.js';
import { columnsBefore } from './pass.js';
import { Patch } from './patch-view.js';
import { HeadRanking } from './ranking-view.js';
import { QUESTIONS, isOff, switched } from './settings.js';
import { HeadTokens } from './tokens-view.js';
import { Why } from './why-view.js';
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { LiveModel } from './live-model.js' */
/** @import { Question } from './settings.js' */

/** The number of tokens that the questions can be about. */
const CHOICES = 8;
/** Further questions. All but the last need logits. */
const MORE = QUESTIONS.filter((question) => question !== 'why');
/** The questions whose answer is about one token. */
const ABOUT_TOKEN = /** @type {readonly (Question | null)[]} */ (['ranking', 'patch', 'lens']);

/**
 * What can be asked about the running model: why the open head looks where it looks, what the model does
 * without parts, and which parts matter. An open answer stands above the measures of the head, which are
 * the children.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {LiveModel} props.live
 * @param {Answers} props.answers
 * @param {ReturnType<typeof import('./exercises.js').exerciseBook>} props.exercise
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {(patch: Partial<MapsState>) => void} props.change
 * @param {unknown} [props.children]
 */
export function LiveReading({ model, live, answers, exercise, look, change, children }) {
  const { state, t } = model;
  const words = t.maps.live;
  const { pass, engine } = live;
  if (state.text === null || !pass || state.source !== 'head') return children;
  const { layer, head, off, cursor, asked } = state;
  const isHeadOff = isOff(off, { layer, head });
  const ask = (/** @type {Question} */ which) => () => look({ asked: asked === which ? null : which });
  const held = cursor && { ...cursor, key: cursor.key - columnsBefore(pass) };
  const cell = held && isSeen(held, pass) ? held : null;
  const token = answerOf(state, pass);
  const button = (/** @type {Question} */ which, isMain = false) =>
    html`<button
      type="button"
      key=${which}
      class=${isMain ? 'play main-question' : 'play'}
      title=${which === 'why' ? undefined : words[which].askHint}
      aria-expanded=${String(asked === which)}
      disabled=${which === 'why' && !cell}
      onClick=${ask(which)}
    >
      ${words[which].ask}
    </button>`;
  const shared = { model, pass, answers, look, change };
  const questions = html`<section class="live-reading" key="questions">
    <div class="live-tools">
      ${button('why', true)}
      <button
        type="button"
        class="play"
        aria-pressed=${String(isHeadOff)}
        onClick=${() => change({ off: switched(off, { layer, head }) })}
      >
        ${isHeadOff ? words.switchOn : words.switchOff}
      </button>
      ${MORE.filter((each) => token !== null || each === 'find').map((each) => button(each))}
    </div>
    ${asked === null && html`<${OffMore} key="more" ...${shared} />`}
    <${OffList} ...${{ ...shared, engine }} />
    ${(off.length > 0 || asked === 'ranking') && html`<${OffMeans} ...${{ ...shared, engine }} />`}
    ${
      token !== null &&
      ABOUT_TOKEN.includes(asked) &&
      html`<${AnswerChoice}
        ...${shared}
        answer=${token}
        choices=${likeliest(pass.logitsBefore ?? pass.logits, CHOICES)}
        nameOf=${(/** @type {number} */ id) => tokenName(id, pass, t)}
      />`
    }
    ${asked === 'why' && cell && html`<${Why} ...${{ ...shared, engine, cell }} />`}
    ${asked === 'ranking' && token !== null && html`<${HeadRanking} ...${{ ...shared, engine, token }} />`}
    ${asked === 'patch' && token !== null && html`<${Patch} ...${{ ...shared, token }} />`}
    ${asked === 'lens' && token !== null && html`<${Lens} ...${{ ...shared, token }} />`}
    ${asked === 'tokens' && token !== null && html`<${HeadTokens} ...${{ ...shared, cell }} />`}
    ${asked === 'find' && html`<${Find} ...${{ ...shared, token, exercise }} />`}
    ${asked !== null && html`<${OffMore} key="more" ...${shared} />`}
  </section>`;
  return asked === null ? [children, questions] : [questions, children];
}

/**
 * Whether a query may attend to a key, both in the text.
 *
 * @param {{ query: number, key: number }} cell @param {import('./pass.js').Pass} pass
 */
function isSeen({ query, key }, { ids, run: { facts } }) {
  return query < ids.length && key >= 0 && key < ids.length && (!facts.causal || key <= query);
}
