import { Icon, Segments } from '../../../ui/controls.js';
import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
/** @import { Model, State } from '../../../types.js' */

/** The time between two rows during playback, in milliseconds: long enough to read a row. */
const ROW_TIME = 1100;

/**
 * A control for which queries are shown: all, one alone as the notebooks begin, or row by row as a model
 * writes.
 *
 * @param {{ model: Model, show: (patch: Partial<State>) => void }} props
 */
export function Queries({ model, show: display }) {
  const show = (/** @type {State['rows']} */ rows) => display({ rows });
  const { lesson, state, switches, t } = model;
  const { rows } = state;
  const words = t.queries;
  const host = useRef(/** @type {HTMLElement | null} */ (null));
  const timer = useRef(/** @type {ReturnType<typeof setInterval> | undefined} */ (undefined));
  /** The rows that are shown when the timer calls. */
  const latest = useRef(rows);
  latest.current = rows;
  const [isPlaying, setPlaying] = useState(false);
  const isByRow = switches.softmaxAxis === 'rows';
  const last = lesson.tokens.length - 1;
  const stop = () => {
    clearInterval(timer.current);
    setPlaying(false);
  };
  useLayoutEffect(() => stop, []);
  const advance = () => {
    if (!host.current?.isConnected) return stop();
    const { show: shown, query } = latest.current;
    if (shown === 'upto' && query < last) return show({ show: 'upto', query: query + 1 });
    stop();
    return show({ show: 'all', query });
  };
  const togglePlayback = () => {
    if (isPlaying) return stop();
    timer.current = setInterval(advance, ROW_TIME);
    setPlaying(true);
    return show({ show: 'upto', query: 0 });
  };
  const goTo = (/** @type {State['rows']} */ next) => {
    stop();
    show(next);
  };
  const move = (/** @type {number} */ by) => {
    const query = Math.max(0, Math.min(last, rows.query + by));
    goTo({ show: rows.show === 'all' ? 'one' : rows.show, query });
  };
  /** @param {'previous' | 'next'} name @param {number} by @param {number} end - the query at the end */
  const button = (name, by, end) =>
    html`<button
      type="button"
      class="icon"
      aria-label=${words[name]}
      title=${words[name]}
      disabled=${rows.show === 'all' || rows.query === end}
      onClick=${() => move(by)}
    >
      <${Icon} name=${name} />
    </button>`;
  return html`<div class="queries" ref=${host}>
    <span class="sees" aria-live="polite">${rows.show === 'all' ? '' : visibleKeys(model)}</span>
    <${Segments}
      label=${words.label}
      value=${rows.show === 'upto' ? null : rows.show}
      choices=${[
        ['all', words.all],
        ['one', words.one],
      ]}
      disabled=${isByRow ? [] : ['one']}
      title=${isByRow ? '' : words.onlyRows}
      choose=${(/** @type {'all' | 'one'} */ value) => goTo({ show: value, query: rows.query })}
    />
    ${button('previous', -1, 0)}${button('next', 1, last)}
    <button type="button" class="play" onClick=${togglePlayback}>
      <${Icon} name=${isPlaying ? 'pause' : 'play'} />
      <span style=${{ marginInlineStart: '.4em' }}>${isPlaying ? words.pause : words.play}</span>
    </button>
  </div>`;
}

/** The sentence about the shown query and the keys that it sees. @param {Model} model */
function visibleKeys({ lesson: { tokens }, state: { rows }, matrices, switches, t }) {
  const { query } = rows;
  if (switches.mask === 'none')
    return t.queries.now({ token: tokens[query], n: query + 1, of: tokens.length });
  const keys = tokens.filter((_, key) => matrices.allowed.data[query * tokens.length + key] === 1);
  return t.queries.sees({ token: tokens[query], keys: keys.join(', ') });
}
