import { paintMap } from '../../engine/maps.js';
import { element, setText } from '../../ui/dom.js';
import { dropView, filesView } from './drop-view.js';
import { shownScene } from './export/using.js';
import { exportView } from './export/view.js';
import { headView } from './head/head-view.js';
import { measuresView } from './overview/measures-view.js';
import { overviewView } from './overview/overview-view.js';
import { readingView } from './reading/reading-view.js';
/** @import { FileActions } from './drop-view.js' */
/** @import { Holdings } from './model.js' */
/** @import { Corrections, MapsModel, MapsService, MapsState } from './types.js' */

/**
 * The views of heads: those of a figure, which are one head and the thumbnails, or all that the room has.
 *
 * @param {object} host
 * @param {boolean} host.isFigure
 * @param {HTMLElement} host.notice
 * @param {() => MapsService | null} host.service
 * @param {FileActions} host.files
 * @param {(patch: Partial<MapsState>) => void} host.look - a change that one would not undo
 * @param {(patch: Partial<MapsState>) => void} host.change - one that one would
 * @param {(patch: Partial<Corrections>) => void} host.correct
 * @param {() => void} host.alike - looks for heads that are like the open one, or no longer
 * @param {() => void} host.drawn
 */
export function views({ isFigure, notice, service, files, look, change, correct, alike, drawn }) {
  const said = element('p', { class: 'hidden spoken', 'aria-live': 'polite' });
  const head = headView({
    service,
    look,
    change,
    drawn,
    say: (/** @type {string} */ text) => setText(said, text),
  });
  const overview = overviewView({ paint: paintMap, look, change });
  /** The head that is shown, as a picture. @param {MapsModel} model */
  const scene = (model) => shownScene({ model, service: service(), shown: head.shown() });
  if (isFigure) {
    return {
      node: element('div', { class: 'room figure' }, notice, head.main, head.readout, overview.node, said),
      head,
      scene,
      focus: head.focus,
      /** @param {MapsModel} model */
      update(model) {
        head.update(model);
        overview.update(model);
        if (model.data?.heads.length === 1) overview.node.hidden = true;
      },
    };
  }
  const [file, reading, measures, drop] = [
    filesView(files),
    readingView({ correct }),
    measuresView(alike),
    dropView(),
  ];
  /** What is open, as the views drew it last. @type {unknown} */
  let opened = null;
  const out = exportView({ service, shown: head.shown });
  const left = element(
    'div',
    { class: 'left' },
    file.node,
    notice,
    reading.node,
    overview.node,
    measures.node,
  );
  const side = element('div', { class: 'side' }, head.side, out.node);
  return {
    node: element(
      'div',
      { class: 'room', onkeydown: file.escape },
      left,
      element('div', { class: 'main' }, head.main),
      side,
      said,
      drop.node,
    ),
    head,
    scene,
    focus: overview.focus,
    /** @param {MapsModel} model @param {Holdings} held @param {{ asked: File[] | null, awaited: MapsState['file'], dragging: boolean }} now */
    update(model, held, now) {
      const { data, t } = model;
      // What was said of other files does not hold for these.
      if (data?.opened !== opened) {
        setText(said, '');
        overview.forget();
        out.forget();
      }
      opened = data?.opened;
      file.update(model, held, now);
      reading.update(model, held.candidates);
      for (const view of [overview, measures, head, out]) view.update(model);
      drop.update(t, now.dragging, data !== null && !data.isSample);
    },
  };
}
