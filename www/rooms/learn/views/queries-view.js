import { Icon, Segments } from '../../../ui/controls.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
/** @import { Model, State } from '../../../types.js' */

/** The time between two rows during playback, in milliseconds: long enough to read a row. */
const ROW_TIME = 1100;

/**
 * A control for which queries are shown: all, one alone as the notebooks begin, or row by row as a model
 * writes.
 *
 * @param {(rows: State['rows']) => void} show
 */
export function queriesView(show) {
  const node = element('div', { class: 'queries' });
  /** @type {ReturnType<typeof setInterval> | null} */
  let timer = null;
  /** @type {Model} */
  let model;

  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const lastQuery = () => model.lesson.tokens.length - 1;
  const advance = () => {
    if (!node.isConnected) return stop();
    const { rows } = model.state;
    if (rows.show === 'upto' && rows.query < lastQuery())
      return show({ show: 'upto', query: rows.query + 1 });
    stop();
    return show({ show: 'all', query: rows.query });
  };
  const togglePlayback = () => {
    if (timer !== null) {
      stop();
      return update(model);
    }
    timer = setInterval(advance, ROW_TIME);
    return show({ show: 'upto', query: 0 });
  };
  /** @param {number} by */
  const move = (by) => {
    stop();
    const { rows } = model.state;
    const query = Math.max(0, Math.min(lastQuery(), rows.query + by));
    show({ show: rows.show === 'all' ? 'one' : rows.show, query });
  };
  const choose = (/** @type {'all' | 'one'} */ value) => {
    stop();
    show({ show: value, query: model.state.rows.query });
  };

  /** @param {Model} now */
  function update(now) {
    model = now;
    const { state, switches, t } = now;
    const { rows } = state;
    const words = t.queries;
    const isByRow = switches.softmaxAxis === 'rows';
    const isPlaying = timer !== null;
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
    render(
      html`<span class="sees" aria-live="polite">${rows.show === 'all' ? '' : visibleKeys(now)}</span>
        <${Segments}
          label=${words.label}
          value=${rows.show === 'upto' ? null : rows.show}
          choices=${[
            ['all', words.all],
            ['one', words.one],
          ]}
          disabled=${isByRow ? [] : ['one']}
          title=${isByRow ? '' : words.onlyRows}
          choose=${choose}
        />
        ${button('previous', -1, 0)}${button('next', 1, lastQuery())}
        <button type="button" class="play" onClick=${togglePlayback}>
          <${Icon} name=${isPlaying ? 'pause' : 'play'} />
          <span style=${{ marginInlineStart: '.4em' }}>${isPlaying ? words.pause : words.play}</span>
        </button>`,
      node,
    );
  }

  return { node, update, stop };
}

/** The sentence about the shown query and the keys that it sees. @param {Model} model */
function visibleKeys({ lesson: { tokens }, state: { rows }, matrices, switches, t }) {
  const { query } = rows;
  if (switches.mask === 'none')
    return t.queries.now({ token: tokens[query], n: query + 1, of: tokens.length });
  const keys = tokens.filter((_, key) => matrices.allowed.data[query * tokens.length + key] === 1);
  return t.queries.sees({ token: tokens[query], keys: keys.join(', ') });
}
