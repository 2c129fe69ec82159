import { percent } from '../../../format/display.js';
import { Field, Segments } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { download } from '../../../picture/download.js';
import { specsOf } from '../head/spec.js';
import { fileNameOf } from '../model-loading.js';
import { MOST_CELLS } from '../understand/extent.js';
import { fileName } from './file-name.js';
import { allOf, table } from './gather.js';
import { namesOf } from './labels.js';
import { MAPS, shownScene, USUAL, using } from './using.js';
/** @import { MapSpec, MapsModel, MapsService } from '../types.js' */
/** @import { Which } from './picture.js' */
/** @import { Shown } from './types.js' */

const [LEAST, MOST] = [300, 4096];
/** The most cells of a table that is copied. */
const MOST_COPIED = 2 ** 18;
/**
 * The most cells of a saved table, about 200 MB of text: those of the largest head that is kept in memory as
 * a whole.
 */
const MOST_SAVED = MOST_CELLS;

/** @typedef {(content: Blob, name: string) => Promise<string> | string} Keep what is done with a file, and a message about it */

/**
 * The controls that export the current maps as PNG, SVG or CSV.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {() => MapsService | null} props.service
 * @param {() => Shown | null} props.shown - the maps of the head view, which are reused
 */
export function Export({ model, service, shown }) {
  const { data, language, state, t } = model;
  const words = t.maps.out;
  const [width, setWidth] = useState(USUAL);
  /** If only a part is visible, that part can be exported. */
  const [part, setPart] = useState(/** @type {'all' | 'sight'} */ ('sight'));
  const [isBusy, setBusy] = useState(false);
  // A message about other files, or in another language, is removed.
  const about = { opened: data?.opened, language, compared: state.compare !== null };
  const [message, setMessage] = useState({ text: '', about });
  const isAbout = Object.entries(about).every(
    ([name, of]) => message.about[/** @type {'opened'} */ (name)] === of,
  );
  const say = (/** @type {string} */ text) => setMessage({ text, about });

  /** Runs an export and shows its result. @param {(sight: Shown['sight']) => Promise<string>} act */
  const run = async (act) => {
    setBusy(true);
    try {
      say(await act(part === 'sight' ? (shown()?.sight ?? null) : null));
    } catch (error) {
      const { name, message: why } = /** @type {Error} */ (error);
      say(name === 'AbortError' ? words.cancelled : words.failed(why));
    } finally {
      setBusy(false);
    }
  };
  const source = () => ({ model, service: service(), shown: shown() });
  const draw = (/** @type {'png' | 'svg'} */ kind, /** @type {Keep} */ keep) => () => {
    if (!data) return;
    const { specs } = specsOf(state, data);
    const spec = /** @type {MapSpec} */ (specs.difference ?? specs.a);
    void run(async (sight) => {
      const { fileOf } = await import('./drawn.js');
      const scene = await shownScene(source(), { sight, width });
      return keep(await fileOf(scene, kind, width), nameOf(model, spec, kind));
    });
  };
  const list =
    (/** @type {Which} */ which, /** @type {Keep} */ keep, most = Infinity) =>
    () => {
      if (!data) return;
      void run((sight) =>
        using(source(), [which], true, async ([[, spec, info]], from) => {
          const seen = sight ?? allOf(info);
          const cells = seen.rows[1] * seen.cols[1];
          if (cells > MOST_SAVED) return words.tooLarge(cells, MOST_SAVED);
          if (cells > most) return words.tooLong(cells, most);
          const progress = (/** @type {number} */ share) => say(words.working(percent(share)));
          const pieces = await table(from, info, seen, namesOf(data, spec), progress);
          return keep(new Blob(pieces, { type: 'text/csv' }), nameOf(model, spec, 'csv'));
        }),
      );
    };
  /** @type {Keep} */
  const saved = (file, name) => {
    download(file, name);
    return words.saved(name);
  };
  const copied = (/** @type {'picture' | 'table'} */ what, /** @type {Promise<void>} */ written) =>
    written.then(
      () => words.copied[what],
      () => words.notCopied,
    );
  const copyPicture = (/** @type {Blob} */ file) =>
    copied('picture', navigator.clipboard.write([new ClipboardItem({ 'image/png': file })]));
  const copyTable = async (/** @type {Blob} */ file) =>
    copied('table', navigator.clipboard.writeText(await file.text()));
  const takeWidth = (/** @type {string} */ text) => {
    const typed = Number(text);
    if (!Number.isInteger(typed) || typed < LEAST || typed > MOST) return words.widthWrong(text, LEAST, MOST);
    setWidth(typed);
    return null;
  };

  const button = (/** @type {string} */ text, /** @type {() => void} */ act, title = '') =>
    html`<button
      type="button"
      class="play"
      title=${title || null}
      disabled=${isBusy || data === null}
      onClick=${act}
    >
      ${text}
    </button>`;
  const tables = state.compare ? MAPS : MAPS.slice(0, 1);
  const tableButton = (/** @type {Which} */ which) =>
    button(state.compare ? words.csvOf[which] : words.save.csv, list(which, saved), words.saveTitle.csv);
  return html`<section class="export" aria-busy=${String(isBusy)}>
    <h3>${words.heading}</h3>
    <div class="row">
      <${Field}
        key=${language}
        label=${words.width}
        value=${String(width)}
        take=${takeWidth}
        inputmode="numeric"
        size="5"
      />
      ${
        shown()?.sight &&
        html`<${Segments}
          label=${words.part}
          value=${part}
          choices=${[
            ['all', words.parts.all],
            ['sight', words.parts.sight],
          ]}
          choose=${setPart}
        />`
      }
    </div>
    <div class="row">
      ${button(words.save.png, draw('png', saved), words.saveTitle.png)}
      ${button(words.save.svg, draw('svg', saved), words.saveTitle.svg)}${tables.map(tableButton)}
    </div>
    <div class="row">
      ${button(words.copyPicture, draw('png', copyPicture))}
      ${button(words.copyTable, list(state.compare ? 'difference' : 'a', copyTable, MOST_COPIED))}
    </div>
    <p class="said" role="status">${isAbout && message.text}</p>
  </section>`;
}

/** @param {MapsModel} model @param {MapSpec} spec @param {'png' | 'svg' | 'csv'} ending */
function nameOf({ data }, spec, ending) {
  return fileName(
    data ? fileNameOf(data.opened, data.reading) : '',
    spec,
    ending,
    data?.other ? fileNameOf(data.other.opened, data.other.reading) : undefined,
  );
}
