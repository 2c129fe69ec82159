import { icon, setIcon } from '../../../ui/icons.js';
import { element, segments, setText } from '../../../ui/dom.js';
/** @import { Model, State } from '../../../types.js' */

/** How long a row stands before the next one comes, in milliseconds: long enough to be read. */
const PACE = 1100;

/**
 * Which queries are shown: all, one alone as the notebooks begin, or row by row as a model writes.
 *
 * @param {(rows: State['rows']) => void} show
 */
export function queriesView(show) {
  const node = element('div', { class: 'queries' });
  const says = element('span', { class: 'sees', 'aria-live': 'polite' });
  /** @type {ReturnType<typeof setInterval> | null} */
  let timer = null;
  /** @type {Model | null} */
  let model = null;
  let built = '';
  /**
   * @type {{ choice: ReturnType<typeof segments>, previous: HTMLButtonElement, next: HTMLButtonElement, play:
   * HTMLButtonElement } | null}
   */
  let parts = null;

  const stop = () => {
    if (timer !== null) clearInterval(timer);
    timer = null;
  };
  const advance = () => {
    if (!model || !node.isConnected) return stop();
    const { rows } = model.state;
    const last = model.lesson.tokens.length - 1;
    if (rows.show !== 'upto' || rows.query >= last) {
      stop();
      return show({ show: 'all', query: rows.query });
    }
    return show({ show: 'upto', query: rows.query + 1 });
  };
  const toggle = () => {
    if (timer !== null) {
      stop();
      if (model) update(model);
      return;
    }
    timer = setInterval(advance, PACE);
    show({ show: 'upto', query: 0 });
  };
  /** @param {number} by */
  const move = (by) => {
    if (!model) return;
    stop();
    const { rows } = model.state;
    const query = Math.max(0, Math.min(model.lesson.tokens.length - 1, rows.query + by));
    show({ show: rows.show === 'all' ? 'one' : rows.show, query });
  };

  /** @param {Model} now */
  function build({ t }) {
    const words = t.queries;
    const choice = segments(
      words.label,
      [
        ['all', words.all],
        ['one', words.one],
      ],
      (value) => {
        stop();
        show({ show: value === 'one' ? 'one' : 'all', query: model?.state.rows.query ?? 0 });
      },
    );
    const previous = element(
      'button',
      {
        type: 'button',
        class: 'icon',
        'aria-label': words.previous,
        title: words.previous,
        onclick: () => move(-1),
      },
      icon('previous'),
    );
    const next = element(
      'button',
      { type: 'button', class: 'icon', 'aria-label': words.next, title: words.next, onclick: () => move(1) },
      icon('next'),
    );
    const play = element('button', { type: 'button', class: 'play', onclick: toggle });
    parts = { choice, previous, next, play };
    node.replaceChildren(says, choice.node, previous, next, play);
  }

  /** @param {Model} now */
  function update(now) {
    model = now;
    if (now.language !== built) build(now);
    built = now.language;
    if (!parts) return;
    const { rows } = now.state;
    const last = now.lesson.tokens.length - 1;
    const byRow = now.switches.softmaxAxis === 'rows';
    parts.choice.update(rows.show === 'upto' ? null : rows.show, byRow ? [] : ['one']);
    parts.choice.node.title = byRow ? '' : now.t.queries.onlyRows;
    parts.previous.disabled = rows.show === 'all' || rows.query === 0;
    parts.next.disabled = rows.show === 'all' || rows.query >= last;
    if (timer === null) setIcon(parts.play, 'play', now.t.queries.play);
    else setIcon(parts.play, 'pause', now.t.queries.pause);
    setText(says, rows.show === 'all' ? '' : sees(now, rows.query));
  }

  return { node, update, stop };
}

/** @param {Model} model @param {number} query */
function sees({ lesson, matrices, switches, t }, query) {
  const { tokens } = lesson;
  const may = (/** @type {number} */ key) =>
    switches.mask === 'none' || matrices.allowed.data[query * tokens.length + key] === 1;
  const keys = tokens.filter((_, key) => may(key));
  return switches.mask === 'none'
    ? t.queries.now(tokens[query], query + 1, tokens.length)
    : t.queries.sees(tokens[query], keys.join(', '));
}
