import { icon } from '../../ui/icons.js';
import { element, setText } from '../../ui/dom.js';
import { bytesText } from './overview/figures.js';
import { SAMPLE } from './sample/sample.js';
import { spokenProgress } from './spoken-progress.js';
import { shownName } from './understand/names.js';
/** @import { Holdings } from './model.js' */
/** @import { MapsModel, MapsState } from './types.js' */

/** More refused files than this are counted, not named. */
const NAMED = 8;

/**
 * What the views of the files do.
 *
 * @typedef {object} FileActions
 * @property {(files: File[]) => void} take - files that were chosen
 * @property {(beside: boolean) => void} place - where files go that wait for an answer; they are shown in place of what is open, or beside it
 * @property {() => void} drop - the files that wait are let go
 * @property {() => void} cancel
 * @property {() => void} resume
 * @property {() => void} forget - what was said of the last drop was read
 */

/**
 * Where what is shown comes from, how to open files, how far that is, and what was refused.
 *
 * @param {FileActions} actions
 */
export function filesView({ take, place, drop, cancel, resume, forget }) {
  const input = element('input', { type: 'file', multiple: true, hidden: true, onchange: choose });
  const open = element('button', { type: 'button', class: 'play open', onclick: () => input.click() });
  const [calls, kinds] = [element('b'), element('span')];
  // The button beside it does the same for who has no pointer.
  const invites = element('p', { class: 'invites', onclick: () => input.click() }, calls, kinds);
  const source = element('p', { class: 'source' });
  const waits = element('p', { class: 'waits', role: 'status', hidden: true });
  const bar = element('progress', { max: '1' });
  const [doing, stop] = [
    element('span'),
    element('button', { type: 'button', class: 'play', onclick: cancel }),
  ];
  const progress = element('div', { class: 'busy', hidden: true }, bar, doing, stop);
  const spoken = element('p', { class: 'hidden spoken', role: 'status' });
  const progressText = spokenProgress(() => performance.now());
  const [stopped, onwards] = [
    element('span'),
    element('button', { type: 'button', class: 'play', onclick: resume }),
  ];
  const rest = element('p', { class: 'rest', role: 'status', hidden: true }, stopped, onwards);
  const asks = element('span');
  const [instead, beside, neither] = [() => place(false), () => place(true), drop].map((act) =>
    element('button', { type: 'button', class: 'play', onclick: () => answer(act) }),
  );
  const ask = element('div', { class: 'ask', role: 'group', hidden: true }, asks, instead, beside, neither);
  const refused = element('ul', { class: 'refused' });
  const close = element('button', { type: 'button', class: 'icon', onclick: forget }, icon('close'));
  const wrong = element('div', { class: 'wrong', role: 'alert', hidden: true }, refused, close);
  const node = element(
    'section',
    { class: 'files' },
    element('div', { class: 'from' }, invites, open, source, input),
    waits,
    progress,
    spoken,
    rest,
    ask,
    wrong,
  );

  /** What had the focus when the question appeared. @type {HTMLElement | null} */
  let asker = null;

  const focused = () =>
    /** @type {HTMLElement | null} */ (
      /** @type {Document | ShadowRoot} */ (node.getRootNode()).activeElement
    );

  /** Gives the focus back before the question disappears with its buttons. @param {() => void} act */
  function answer(act) {
    (asker?.isConnected && asker.checkVisibility() ? asker : open).focus();
    act();
  }

  /** The focus stays in the room where the control that has it is hidden. */
  function keepFocus() {
    const active = focused();
    if (active && node.contains(active) && !active.checkVisibility()) open.focus();
  }

  function choose() {
    const files = [...(input.files ?? [])];
    // The same file can be chosen again: it may have changed.
    input.value = '';
    if (files.length > 0) take(files);
  }

  return {
    node,
    /** Escape leaves the files that wait for an answer. @param {KeyboardEvent} event */
    escape(event) {
      if (event.key !== 'Escape' || ask.hidden) return;
      event.preventDefault();
      answer(drop);
    },
    /**
     * @param {MapsModel} model
     * @param {Holdings} held
     * @param {{ asked: File[] | null, awaited: MapsState['file'] }} now - files that wait for an answer, and the file that a link is of
     */
    update({ data, t }, held, { asked, awaited }) {
      const { overview: words, reading: says } = t.maps;
      setText(open, words.open);
      const bytes = data?.opened.files.reduce((sum, file) => sum + file.bytes, 0) ?? 0;
      const others = (data?.opened.files.length ?? 1) - 1;
      invites.hidden = data !== null && !data.isSample;
      setText(calls, words.invites);
      setText(kinds, words.kinds);
      setText(
        source,
        !data
          ? ''
          : data.isSample
            ? words.sample(t.maps.out.sample(SAMPLE.model, SAMPLE.sentence, SAMPLE.steps))
            : words.source(
                others > 0 ? words.andOthers(shownName(held.name), String(others)) : shownName(held.name),
                bytesText(bytes),
              ),
      );
      waits.hidden = !awaited;
      setText(
        waits,
        awaited
          ? words.waits(
              shownName(awaited.name),
              says.every(says.layers(awaited.layers), says.heads(awaited.heads)),
              awaited.queries === awaited.keys
                ? says.tokens(awaited.keys)
                : says.extent(awaited.queries, awaited.keys),
            )
          : '',
      );
      progress.hidden = !held.busy;
      const working = (/** @type {NonNullable<Holdings['busy']>} */ { what, done, heads }) => {
        if (heads) return words.headsDone(words.doing[what], String(heads[0]), String(heads[1]));
        return `${words.doing[what]} ${Math.floor(done * 100)}\u202f%`;
      };
      if (held.busy) {
        bar.value = held.busy.done;
        bar.setAttribute('aria-label', words.doing[held.busy.what]);
        setText(doing, working(held.busy));
      }
      setText(stop, words.cancel);
      const there = data?.heads.filter((head) => head !== undefined).length ?? 0;
      setText(
        spoken,
        progressText(
          held.busy && working(held.busy),
          data ? words.measured(String(there), String(data.heads.length)) : '',
        ),
      );
      rest.hidden = held.busy !== null || !data || data.done === 1;
      setText(stopped, words.measured(String(there), String(data?.heads.length ?? 0)));
      setText(onwards, words.resume);
      const was = ask.hidden;
      ask.hidden = !asked;
      setText(
        asks,
        asked
          ? words.ask(
              asked.length > 1
                ? words.andOthers(shownName(asked[0].name), String(asked.length - 1))
                : shownName(asked[0].name),
            )
          : '',
      );
      for (const [button, text] of /** @type {const} */ ([
        [instead, words.instead],
        [beside, words.beside],
        [neither, words.neither],
      ]))
        setText(button, text);
      if (was && asked) {
        asker = focused();
        instead.focus();
      }
      const lines = [
        ...(held.says ? [held.says(t)] : []),
        ...held.refused.slice(0, NAMED).map(({ name, text }) => words.refused(shownName(name), text)),
        ...(held.refused.length > NAMED ? [words.moreRefused(String(held.refused.length - NAMED))] : []),
      ];
      const now = lines.join('\n');
      if (refused.dataset.now !== now) {
        refused.dataset.now = now;
        refused.replaceChildren(...lines.map((line) => element('li', {}, line)));
      }
      wrong.hidden = lines.length === 0;
      close.setAttribute('aria-label', words.close);
      keepFocus();
    },
  };
}

/** Covers the room while files are dragged over it, and says where they may go. */
export function dropView() {
  const [instead, beside] = ['instead', 'beside'].map((name) =>
    element('div', { class: 'field', 'data-drop': name }),
  );
  const node = element('div', { class: 'drop', hidden: true, 'aria-hidden': 'true' }, instead, beside);
  return {
    node,
    /** @param {MapsModel['t']} t @param {boolean} over @param {boolean} two - whether they may also go beside what is open */
    update({ maps: { overview: words } }, over, two) {
      node.hidden = !over;
      beside.hidden = !two;
      setText(instead, two ? words.dropInstead : words.drop);
      setText(beside, words.dropBeside);
    },
  };
}
