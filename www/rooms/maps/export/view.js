import { percent } from '../../../format/display.js';
import { Field, Segments } from '../../../ui/controls.js';
import { html, useState } from '../../../ui/html.js';
import { download } from '../../../picture/download.js';
import { keptSource } from '../head/kept.js';
import { specsOf } from '../head/spec.js';
import { fileNameOf } from '../model-loading.js';
import { MOST_CELLS } from '../large/shape.js';
import { tableLabels } from './csv.js';
import { fileName } from './file-name.js';
import { table, wholeRegion } from './gather.js';
import { picksIn } from './picks.js';
import { DEFAULT_WIDTH, MAPS, shownScene, withMaps } from './open-maps.js';
import { withPeriod } from '../../../words/as-sentence.js';
/** @import { MapsData, MapSpec, MapsModel, MapsService } from '../types.js' */
/** @import { Shown, Which } from './types.js' */

/** The range of the width of a picture, in pixels. */
const [MIN_WIDTH, MAX_WIDTH] = [300, 4096];
/** The most cells of a table that is copied. */
const MAX_COPIED = 2 ** 18;
/**
 * The most cells of a table that is saved, about 200 MB of text: those of the largest head that is kept in
 * memory as a whole.
 */
const MAX_SAVED = MOST_CELLS;

/**
 * Saves or copies a file, and returns a message about the result.
 *
 * @typedef {(content: Blob, name: string) => Promise<string> | string} Deliver
 */

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
  const [width, setWidth] = useState(DEFAULT_WIDTH);
  /** Whether only the visible region is exported. It matters if a map is zoomed. */
  const [part, setPart] = useState(/** @type {'all' | 'sight'} */ ('sight'));
  const [isBusy, setBusy] = useState(false);
  // A message about other files, or in another language, is not shown.
  const subject = [data?.opened, language, state.compare !== null];
  const [message, setMessage] = useState({ text: '', subject });
  const isCurrent = subject.every((each, index) => each === message.subject[index]);
  const say = (/** @type {string} */ text) => setMessage({ text, subject });

  /** Runs an export and shows its result. @param {(region: Shown['region']) => Promise<string>} act */
  const run = async (act) => {
    setBusy(true);
    try {
      say(await act(part === 'sight' ? (shown()?.region ?? null) : null));
    } catch (error) {
      const { name, message: reason } = /** @type {Error} */ (error);
      say(name === 'AbortError' ? words.cancelled : words.failed({ reason: withPeriod(reason) }));
    } finally {
      setBusy(false);
    }
  };
  const input = () => ({ model, service: service(), shown: shown() });
  const exportPicture = (/** @type {'png' | 'svg'} */ kind, /** @type {Deliver} */ deliver) => () => {
    if (!data) return;
    const { specs } = specsOf(state, data);
    const spec = /** @type {MapSpec} */ (specs.difference ?? specs.a);
    void run(async (region) => {
      const { fileOf } = await import('./drawn.js');
      const scene = await shownScene(input(), { region, width });
      return deliver(await fileOf(scene, kind, width), nameOf(data, spec, kind));
    });
  };
  const exportTable =
    (/** @type {Which} */ which, /** @type {Deliver} */ deliver, max = Infinity) =>
    () => {
      if (!data) return;
      void run((region) =>
        withMaps(input(), [which], true, async ([[, spec, info]], from) => {
          const { rows, cols } = region ?? wholeRegion(info);
          const cells = rows[1] * cols[1];
          if (cells > MAX_SAVED) return words.tooLarge({ cells, most: MAX_SAVED });
          if (cells > max) return words.tooLong({ cells, most: max });
          const onProgress = (/** @type {number} */ share) => say(words.working({ share: percent(share) }));
          const picks = which === 'a' ? await picksIn(model, spec, info, from) : null;
          const labels = tableLabels(model.state, data, t.image.segments);
          const pieces = await table(from, info, { rows, cols }, labels, onProgress, picks);
          return deliver(new Blob(pieces, { type: 'text/csv' }), nameOf(data, spec, 'csv'));
        }),
      );
    };
  const saveFile = (/** @type {Blob} */ file, /** @type {string} */ name) => {
    download(file, name);
    return words.saved({ name });
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
    if (!Number.isInteger(typed) || typed < MIN_WIDTH || typed > MAX_WIDTH)
      return words.widthWrong({ text, least: MIN_WIDTH, most: MAX_WIDTH });
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
  const print = async (/** @type {any} */ { currentTarget }) => {
    const root = currentTarget.getRootNode();
    currentTarget.closest('[popover]')?.hidePopover();
    const { openPrint } = await import('./print/dialog.js');
    openPrint(input(), root);
  };
  const tables = state.compare ? MAPS : MAPS.slice(0, 1);
  const tableButton = (/** @type {Which} */ which) =>
    button(
      state.compare ? words.csvOf[which] : words.save.csv,
      exportTable(which, saveFile),
      words.saveTitle.csv,
    );
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
        shown()?.region &&
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
      ${button(words.save.png, exportPicture('png', saveFile), words.saveTitle.png)}
      ${button(words.save.svg, exportPicture('svg', saveFile), words.saveTitle.svg)}${tables.map(tableButton)}
    </div>
    <div class="row">
      <button type="button" class="play" disabled=${isBusy || data === null} onClick=${print}>
        ${words.print}
      </button>
    </div>
    <div class="row">
      ${button(words.copyPicture, exportPicture('png', copyPicture))}
      ${button(words.copyTable, exportTable(state.compare ? 'difference' : 'a', copyTable, MAX_COPIED))}
    </div>
    <p class="said" role="status">${isCurrent && message.text}</p>
  </section>`;
}

/** @param {MapsData} data @param {MapSpec} spec @param {'png' | 'svg' | 'csv'} extension */
function nameOf(data, spec, extension) {
  const { opened, reading, other } = data;
  return fileName(
    fileNameOf(opened, reading),
    {
      ...spec,
      source: keptSource(spec.source, spec.reading === 1 && other ? other : data),
      minus: spec.minus && {
        ...spec.minus,
        source: keptSource(spec.minus.source, spec.minus.reading === 1 && other ? other : data),
      },
    },
    extension,
    other ? fileNameOf(other.opened, other.reading) : '',
  );
}
