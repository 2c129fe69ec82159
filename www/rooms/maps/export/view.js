import { percent } from '../../../format/display.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { field } from '../../../ui/field.js';
import { save } from '../../../picture/keep.js';
import { specsOf } from '../head/spec.js';
import { fileNameOf } from '../model-arrival.js';
import { fileName } from './file-name.js';
import { allOf, table } from './gather.js';
import { namesOf } from './labels.js';
import { MAPS, shownScene, USUAL, using } from './using.js';
/** @import { MapSpec, MapsModel, MapsService } from '../types.js' */
/** @import { Which } from './picture.js' */
/** @import { Shown } from './types.js' */
/** @import { Source } from './using.js' */

const [LEAST, MOST] = [300, 4096];
/** A longer table is no help on a clipboard. */
const MOST_COPIED = 2 ** 18;

/**
 * The ways out: what is shown as a picture, a drawing or a table.
 *
 * @param {object} actions
 * @param {() => MapsService | null} actions.service
 * @param {() => Shown | null} actions.shown - what the head view shows, so that it is not worked out twice
 */
export function exportView({ service, shown }) {
  const heading = element('h3');
  const said = element('p', { class: 'said', role: 'status' });
  const node = element('section', { class: 'export' });
  /** @type {MapsModel | null} */
  let model = null;
  let built = '';
  let width = USUAL;
  /** What is shown is what is in sight, as long as that is a part. @type {'all' | 'sight'} */
  let part = 'sight';
  /** @type {HTMLButtonElement[]} */
  let buttons = [];
  /** @type {ReturnType<typeof segments> | null} */
  let parts = null;

  /** Does what is asked, and says what it did. @param {MapsModel} now @param {(source: Source) => Promise<string>} act */
  async function make(now, act) {
    const {
      maps: { out: words },
    } = now.t;
    busy(true);
    try {
      setText(said, await act({ model: now, service: service(), shown: shown() }));
    } catch (error) {
      const { name, message } = /** @type {Error} */ (error);
      setText(said, name === 'AbortError' ? words.cancelled : words.failed(message));
    } finally {
      busy(false);
    }
  }

  /** The part that is taken out; null: all. @param {Source} source */
  const sightOf = (source) => (part === 'sight' ? (source.shown?.sight ?? null) : null);

  /** @param {boolean} working */
  function busy(working) {
    node.setAttribute('aria-busy', String(working));
    for (const button of buttons) button.disabled = working;
  }

  /** @param {'png' | 'svg'} kind @param {(file: Blob, name: string) => Promise<string> | string} then */
  async function draw(kind, then) {
    const now = model;
    if (!now?.data) return;
    const { specs } = specsOf(now.state, now.data);
    const spec = /** @type {MapSpec} */ (specs.difference ?? specs.a);
    await make(now, async (source) => {
      const { fileOf } = await import('./drawn.js');
      const scene = await shownScene(source, { sight: sightOf(source), width });
      return then(await fileOf(scene, kind, width), nameOf(now, spec, kind));
    });
  }

  /** @param {Which} which @param {(pieces: string[], name: string) => Promise<string> | string} then @param {number} [most] */
  async function list(which, then, most = Infinity) {
    const now = model;
    if (!now?.data) return;
    const {
      data,
      t: {
        maps: { out: words },
      },
    } = now;
    await make(now, (source) =>
      using(source, [which], true, async ([[, spec, info]], from) => {
        const seen = sightOf(source) ?? allOf(info);
        const cells = seen.rows[1] * seen.cols[1];
        if (cells > most) return words.tooLong(cells, most);
        const pieces = await table(from, info, seen, namesOf(data, spec), (share) =>
          setText(said, words.working(percent(share))),
        );
        return then(pieces, nameOf(now, spec, 'csv'));
      }),
    );
  }

  /** @param {Blob} file @param {string} name */
  function keep(file, name) {
    save(file, name);
    return model?.t.maps.out.saved(name) ?? '';
  }

  /** @param {Promise<void>} written @param {'picture' | 'table'} what */
  async function copied(written, what) {
    const words = model?.t.maps.out;
    return (
      (await written.then(
        () => words?.copied[what],
        () => words?.notCopied,
      )) ?? ''
    );
  }

  /** @param {MapsModel} now */
  function build({
    t: {
      maps: { out: words },
    },
    state,
  }) {
    const size = field(
      words.width,
      (text) => {
        const typed = Number(text);
        if (!Number.isInteger(typed) || typed < LEAST || typed > MOST)
          return words.widthWrong(text, LEAST, MOST);
        width = typed;
        return null;
      },
      { inputmode: 'numeric', size: '5' },
    );
    size.show(String(width));
    parts = segments(
      words.part,
      [
        ['all', words.parts.all],
        ['sight', words.parts.sight],
      ],
      (value) => {
        part = /** @type {'all' | 'sight'} */ (value);
        parts?.update(part);
      },
    );
    const button = (
      /** @type {string} */ text,
      /** @type {() => void} */ onclick,
      /** @type {string} */ title = '',
    ) => element('button', { type: 'button', class: 'play', title: title || null, onclick }, text);
    const tables = state.compare ? MAPS : MAPS.slice(0, 1);
    const saves = [
      button(words.save.png, () => draw('png', keep), words.saveTitle.png),
      button(words.save.svg, () => draw('svg', keep), words.saveTitle.svg),
      ...tables.map((which) =>
        button(
          state.compare ? words.csvOf[which] : words.save.csv,
          () => list(which, (pieces, name) => keep(new Blob(pieces, { type: 'text/csv' }), name)),
          words.saveTitle.csv,
        ),
      ),
    ];
    const copies = [
      button(words.copyPicture, () =>
        draw('png', (file) =>
          copied(navigator.clipboard.write([new ClipboardItem({ 'image/png': file })]), 'picture'),
        ),
      ),
      button(words.copyTable, () =>
        list(
          state.compare ? 'difference' : 'a',
          (pieces) => copied(navigator.clipboard.writeText(pieces.join('')), 'table'),
          MOST_COPIED,
        ),
      ),
    ];
    buttons = [...saves, ...copies];
    setText(heading, words.heading);
    setText(said, '');
    node.replaceChildren(
      heading,
      element('div', { class: 'row' }, size.node, parts.node),
      element('div', { class: 'row' }, ...saves),
      element('div', { class: 'row' }, ...copies),
      said,
    );
  }

  return {
    node,
    /** Clears what was said last. */
    forget: () => setText(said, ''),
    /** @param {MapsModel} now */
    update(now) {
      const before = built;
      built = `${now.language} ${now.state.compare !== null}`;
      model = now;
      if (built !== before) build(now);
      if (parts) parts.node.hidden = !shown()?.sight;
      parts?.update(part);
      if (node.getAttribute('aria-busy') !== 'true')
        for (const button of buttons) button.disabled = now.data === null;
    },
  };
}

/** @param {MapsModel} now @param {MapSpec} spec @param {'png' | 'svg' | 'csv'} ending */
function nameOf({ data }, spec, ending) {
  return fileName(
    data ? fileNameOf(data.opened, data.reading) : '',
    spec,
    ending,
    data?.other ? fileNameOf(data.other.opened, data.other.reading) : undefined,
  );
}
