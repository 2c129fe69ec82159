import { html, render } from '../../../ui/html.js';
import { element, setText } from '../../../ui/dom.js';
import { isStory } from '../lessons/stories.js';
import { kindOf } from '../kinds/kinds.js';
import { plain } from './sentence.js';
import { Stage } from './stage.js';
/** @import { Cell, Model, State, Switches } from '../../../types.js' */
/** @import { Appearance } from '../../../element/appearance.js' */
/** @import { MapActions } from '../views/map-view.js' */

/** Below this width a lesson stands in one column, CSS pixels. */
const NARROW = 700;
/** A window lower than this is scrolled. */
const LEAST_HEIGHT = 470;

/**
 * What the reader does on the stage.
 *
 * @typedef {object} StageActions
 * @property {MapActions} map
 * @property {(step: number) => void} go
 * @property {() => void} whole
 * @property {(patch: Partial<State>, phase?: 'drag' | 'commit') => unknown} change
 * @property {<K extends keyof Switches>(name: K, value: Switches[K]) => void} choose
 * @property {(head: number) => void} open
 * @property {(host: HTMLElement) => Appearance} look
 */

/**
 * The stage of a lesson: the steps of its kind, in the room that there is.
 *
 * @param {StageActions} actions
 * @param {object} beside
 * @param {HTMLElement} beside.notice - the line for messages
 * @param {{ node: HTMLElement, update: (model: Model) => void }} beside.curve - the curves over distance
 * @param {boolean} beside.inText - whether it stands in a text, which has no height of its own
 */
export function stageView(actions, { notice, curve, inText }) {
  const root = element('div', { class: 'stage-root' });
  const said = element('p', { class: 'said', 'aria-live': 'polite' });
  const node = element('div', { class: 'staged' }, root, said);
  /** @type {{ model: Model, looked: Cell | null } | null} */
  let last = null;
  /** The highlighted part. @type {string | null} */
  let part = null;
  /** The step that was announced last. */
  let announced = '';

  /** @param {string | null} next */
  function light(next) {
    if (next === part) return;
    part = next;
    if (last) draw(last.model, last.looked);
  }

  // What stands above the stage may come later, or be broken into more lines.
  const observer = new ResizeObserver(() => last && draw(last.model, last.looked));
  let observed = false;

  /** The room for the stage. @returns {import('./stage.js').StageProps['box']} */
  function box() {
    const width = root.clientWidth || 1000;
    const size = width < NARROW ? 'narrow' : 'page';
    if (inText) return { width, height: 0, size };
    const top = root.getBoundingClientRect().top + (root.ownerDocument.defaultView?.scrollY ?? 0);
    return { width, height: Math.max(LEAST_HEIGHT, Math.floor(innerHeight - top - 4)), size };
  }

  /** @param {Model} model @param {Cell | null} looked */
  function draw(model, looked) {
    const { lesson, state, t } = model;
    const { map, change, choose, open, look } = actions;
    const steps = kindOf(lesson).steps(model, {
      actions: map,
      looked,
      change,
      choose,
      open,
      look,
      apart: (sentence) => {
        curve.update(model);
        return {
          id: 'apart',
          name: t.stepNames.apart,
          sentence,
          words: 'above',
          figure: () => html`<div class="mounted" ref=${mount(curve.node)}></div>`,
        };
      },
    });
    const at = Math.min(state.step, steps.length - 1);
    const props = {
      steps,
      at,
      title: t.lessons[lesson.id].title,
      t,
      box: box(),
      time: null,
      lit: part === null ? [] : [part],
      light,
      go: actions.go,
      whole: isStory(lesson.id) ? undefined : actions.whole,
      notice,
    };
    render(html`<${Stage} ...${props} />`, root);
    const sentence = plain(steps[at].sentence);
    announce(`${lesson.id} ${at} ${sentence}`, `${steps[at].name}: ${sentence}`);
  }

  /** A step that is reached, and what it says anew, is announced; the first one is read like the rest of the page. @param {string} now @param {string} text */
  function announce(now, text) {
    if (announced !== '' && announced !== now) setText(said, text);
    announced = now;
  }

  return {
    node,
    /** @param {Model} model @param {Cell | null} looked - the cell that is looked at */
    update(model, looked) {
      last = { model, looked };
      if (!observed && !inText) observer.observe(node.ownerDocument.body);
      observed = true;
      draw(model, looked);
    },
    /** Ends what goes on by itself. */
    stop() {
      observer.disconnect();
      observed = false;
      last = null;
    },
  };
}

/** @param {HTMLElement} node */
const mount = (node) => (/** @type {Element | null} */ host) => {
  if (host && host.firstChild !== node) host.replaceChildren(node);
};
