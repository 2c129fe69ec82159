import { html, useState } from '../../../ui/html.js';
import { Setting } from '../../../ui/setting.js';
import { HeadRanking } from './ranking-view.js';
import { OF_TEXT } from './settings.js';
import { Why } from './why-view.js';
/** @import { MapsModel, MapsState } from '../types.js' */
/** @import { Answers } from './answers.js' */
/** @import { LiveModel } from './live-model.js' */

/**
 * What can be asked about the open head of a running model: why it looks where it looks, what the model does
 * without it, and which heads matter. An open answer stands above the measures of the head, which are the
 * children.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {LiveModel} props.live
 * @param {Answers} props.answers
 * @param {(patch: Partial<MapsState>) => void} props.look
 * @param {(patch: Partial<MapsState>) => void} props.change
 * @param {unknown} [props.children]
 */
export function LiveReading({ model, live, answers, look, change, children }) {
  const { state, t } = model;
  const words = t.maps.live;
  const [asked, setAsked] = useState(/** @type {'why' | 'ranking' | null} */ (null));
  const { pass } = live;
  if (state.text === null || !pass || state.source !== 'head') return children;
  const { layer, head, off, cursor } = state;
  const isOff = off.some((each) => each.layer === layer && each.head === head);
  const ask = (/** @type {'why' | 'ranking'} */ which) => () => setAsked(asked === which ? null : which);
  const toggle = () =>
    change({
      off: isOff
        ? off.filter((each) => each.layer !== layer || each.head !== head)
        : [...off, { layer, head }],
    });
  const cell = cursor && isSeen(cursor, pass) ? cursor : null;
  const token = likeliest(pass.logitsBefore ?? pass.logits);
  const questions = html`<section class="live-reading" key="questions">
    <div class="live-tools">
      <button
        type="button"
        class="play main-question"
        aria-expanded=${String(asked === 'why')}
        disabled=${!cell}
        onClick=${ask('why')}
      >
        ${words.why.ask}
      </button>
      <button type="button" class="play" aria-pressed=${String(isOff)} onClick=${toggle}>
        ${isOff ? words.switchOn : words.switchOff}
      </button>
      ${
        token !== null &&
        html`<button
          type="button"
          class="play"
          aria-expanded=${String(asked === 'ranking')}
          onClick=${ask('ranking')}
        >
          ${words.ranking.ask}
        </button>`
      }
    </div>
    ${
      off.length > 0 &&
      html`<p class="off" role="status">
        ${words.off({ heads: off.map((each) => `${each.layer}·${each.head}`).join(', ') })}${' '}
        <button type="button" class="link" onClick=${() => change({ off: [] })}>${words.allOn}</button>
      </p>`
    }
    ${
      (off.length > 0 || asked === 'ranking') &&
      html`<${Setting}
        field=${OF_TEXT.replacement}
        label=${words.offMeans}
        value=${state.replacement}
        change=${(/** @type {'zero' | 'mean'} */ replacement) => change({ replacement })}
        texts=${words.replacements}
      />`
    }
    ${asked === 'why' && cell && html`<${Why} ...${{ model, pass, answers, cell }} />`}
    ${
      asked === 'ranking' &&
      token !== null &&
      html`<${HeadRanking} ...${{ model, pass, answers, token, look }} />`
    }
  </section>`;
  return asked === null ? [children, questions] : [questions, children];
}

/**
 * Whether a query may attend to a key, both in the text.
 *
 * @param {{ query: number, key: number }} cell @param {import('./pass.js').Pass} pass
 */
function isSeen({ query, key }, { ids, run: { facts } }) {
  return query < ids.length && key < ids.length && (!facts.causal || key <= query);
}

/** The likeliest token; null without logits. @param {Float32Array} logits */
function likeliest(logits) {
  if (logits.length === 0) return null;
  return logits.reduce((most, logit, id) => (logit > logits[most] ? id : most), 0);
}
