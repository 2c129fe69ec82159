import { icon, setIcon } from '../../../ui/icons.js';
import { element, segments, setText } from '../../../ui/dom.js';
import { sized } from './figures-view.js';
import { modelOf } from '../session.js';
import { CHOICES } from '../state.js';
/** @import { MaskFigures } from '../../../engine.js' */
/** @import { MaskModel, MaskState } from '../types.js' */

/**
 * The mask row by row, as a model that writes meets it: what each query reads from the cache, what it writes, and how many by now. Whoever wants no
 * movement goes by steps.
 *
 * @param {typeof import('../../../engine/masks.js')} engine
 * @param {() => MaskState} state - of now: keys may come faster than it is drawn
 * @param {(patch: Partial<MaskState>) => void} look
 */
export function playView(engine, state, look) {
  const node = element('section', { class: 'play-view' });
  const says = element('p', { class: 'counts', 'aria-live': 'polite' });
  /** @type {MaskModel | null} */
  let model = null;
  /** @type {ReturnType<typeof build> | null} */
  let parts = null;
  let built = '';
  let frame = 0;
  /** What was counted last, and of which mask. */
  let counted = { of: '', play: /** @type {import('../../../engine/masks.js').MaskPlay | null} */ (null) };

  /** @param {number} rows */
  function go(rows) {
    const { queries, cursor } = state();
    look({
      rows: rows >= queries ? null : rows,
      cursor: { query: Math.min(rows, queries) - 1, key: cursor.key },
    });
  }
  /** The row before or after; after the last the first again. @param {number} by */
  function step(by) {
    stop();
    const { rows, queries } = state();
    const to = rows === null && by > 0 ? 1 : (rows ?? queries) + by;
    go(Math.max(1, Math.min(queries, to)));
  }
  function play() {
    const from = state().rows ?? 0;
    const began = performance.now();
    const tick = (/** @type {number} */ now) => {
      const { queries, speed, rows } = state();
      const to = Math.min(queries, from + 1 + Math.floor((Math.max(0, now - began) / 1000) * speed));
      if (to !== rows) go(to);
      if (to < queries) frame = requestAnimationFrame(tick);
      else stop();
    };
    frame = requestAnimationFrame(tick);
    show();
  }
  function stop() {
    cancelAnimationFrame(frame);
    frame = 0;
    show();
  }
  function show() {
    if (!parts || !model) return;
    const still = matchMedia('(prefers-reduced-motion: reduce)').matches;
    const words = model.t.queries;
    parts.play.hidden = parts.speed.node.hidden = still;
    setIcon(parts.play, frame ? 'pause' : 'play', frame ? words.pause : words.play);
    parts.speed.update(String(model.state.speed));
    // A running play would be spoken row by row, faster than anyone listens.
    says.setAttribute('aria-live', frame ? 'off' : 'polite');
  }

  /** @param {MaskModel} now */
  function build({ t }) {
    const iconButton = (/** @type {string} */ name, /** @type {string} */ label, /** @type {number} */ by) =>
      element(
        'button',
        {
          type: 'button',
          class: 'icon',
          'aria-label': label,
          title: label,
          onclick: () => step(by),
        },
        icon(name),
      );
    const made = {
      play: element('button', { type: 'button', class: 'play', onclick: () => (frame ? stop() : play()) }),
      speed: segments(
        t.masks.speed,
        CHOICES.speed.map((speed) => [speed, `${speed}/s`, t.masks.rowsASecond(speed)]),
        (value) => {
          // The play goes on from where it is, at the new speed.
          const playing = frame !== 0;
          stop();
          look({ speed: Number(value) });
          if (playing) play();
        },
      ),
    };
    node.replaceChildren(
      made.play,
      iconButton('previous', t.queries.previous, -1),
      iconButton('next', t.queries.next, 1),
      made.speed.node,
      says,
    );
    return made;
  }

  /** What is said of the rows so far. A mask that was not played is not played for that. @param {MaskModel} now @param {MaskFigures} figures */
  function counts({ state: now, t: { masks: words } }, { keysWritten, keysKept, cacheBytes }) {
    const { text, queries, keys, rows } = now;
    const of = JSON.stringify([text, queries, keys, modelOf(now)]);
    if (rows === null && of !== counted.of)
      return `${words.allRows(queries)} ${words.inAll(keysWritten, words.held(keysKept, sized(cacheBytes)))}`;
    if (of !== counted.of) counted = { of, play: engine.maskPlay(text, queries, keys, modelOf(now)) };
    const play = /** @type {import('../../../engine/masks.js').MaskPlay} */ (counted.play);
    const at = (rows ?? queries) - 1;
    const sums = words.sums(
      play.totalReads[at],
      play.totalWrites[at],
      words.held(play.kept[at], sized(play.cacheBytes[at])),
    );
    if (rows === null) return `${words.allRows(queries)} ${sums}`;
    return `${words.atRow(rows, queries)} ${words.doing(play.reads[at], play.writes[at])} ${sums}${play.ahead[at] > 0 ? ` ${words.ahead(play.ahead[at])}` : ''}`;
  }

  return {
    node,
    stop,
    step,
    /** @param {MaskModel} now @param {MaskFigures} figures */
    update(now, figures) {
      model = now;
      if (now.language !== built) parts = build(now);
      built = now.language;
      setText(says, counts(now, figures));
      show();
    },
  };
}
