import { Icon } from '../../ui/controls.js';
import { html, useLayoutEffect, useRef, useState } from '../../ui/html.js';
import { Popover } from '../../ui/popover.js';
import { MakeHead } from './large/make-view.js';
import { syntheticOf } from './large/synthetic.js';
import { bytesText } from './overview/figures.js';
import { SAMPLE } from './sample/sample.js';
import { spokenProgress } from './spoken-progress.js';
import { nameOfFiles, shownName } from './reading/shown-name.js';
import { asSentence } from '../../words/as-sentence.js';
/** @import { View } from '../../ui/html.js' */
/** @import { FileActions } from './file-actions.js' */
/** @import { FilesStatus } from './file-loader.js' */
/** @import { MapsModel, MapsState } from './types.js' */

/** The maximum number of rejected files that are named; more are only counted. */
const NAMED = 8;

/**
 * The source of the data, the controls to open files, the progress and the rejected files.
 *
 * @param {object} props
 * @param {MapsModel} props.model
 * @param {FilesStatus} props.status
 * @param {File[] | null} props.dropped - files that the reader is asked about
 * @param {MapsState | null} props.awaited - the state of a link, which waits for its file or its store of texts
 * @param {FileActions} props.actions
 * @param {{ name: string, source: string } | null} props.texts - a store of texts that is open
 * @param {View | null} props.facts - more about what is open
 * @param {View | null} props.examples - what else can be opened
 * @param {View} [props.children] - how the files are read
 */
export function Files({ model, status, dropped, awaited, actions, texts, facts, examples, children }) {
  const { data, t } = model;
  const words = t.maps.overview;
  const node = useRef(/** @type {HTMLElement | null} */ (null));
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const open = useRef(/** @type {HTMLElement | null} */ (null));
  const [progressText] = useState(() => spokenProgress(() => performance.now()));
  useLayoutEffect(() => {
    // If the focused control is hidden, the button gets the focus.
    const active = focusedIn(node.current);
    if (active && node.current?.contains(active) && !active.checkVisibility()) open.current?.focus();
  });
  const browse = () => input.current?.click();
  const choose = (/** @type {any} */ { currentTarget }) => {
    const files = [...currentTarget.files];
    // The same file can be chosen again, because it may have changed.
    currentTarget.value = '';
    if (files.length > 0) actions.take(files);
  };

  // A pass of the running model takes no longer than a frame or two.
  const isText = model.state.text !== null;
  const busy = isText ? null : status.busy;
  const measured = data?.heads.filter((head) => head !== undefined).length ?? 0;
  const soFar = words.measured({ there: String(measured), all: String(data?.heads.length ?? 0) });
  const doing = busy && progressOf(busy, words);
  const says = status.says?.(t);
  // The open head says what is wrong with its own numbers.
  const wrong = data?.heads[model.state.layer * data.reading.heads + model.state.head]?.problem;
  const isSaid = wrong !== undefined && says === t.errors.engine({ says: asSentence(wrong) });
  const problems = [
    ...(says && !isSaid ? [says] : []),
    ...status.refused
      .slice(0, NAMED)
      .map(({ name, text }) => words.refused({ name: shownName(name), why: text })),
    ...(status.refused.length > NAMED
      ? [words.moreRefused({ more: String(status.refused.length - NAMED) })]
      : []),
  ];
  return html`<section class="files" ref=${node}>
    <div class="from">
      <h2 class="name">
        <${Popover} name="what" label=${texts?.name ?? (data || isText ? nameOf(model, status) : '')}>
          <p class="source">${texts?.source ?? ((data || isText) && sourceOf(model, status))}</p>
          <p class="invites" hidden=${data !== null && !data.isSample}>
            <b>${words.invites}</b> <span>${words.kinds}</span>
          </p>
          ${examples}
          <${MakeHead} model=${model} take=${actions.takeGenerated} />
        <//>
      </h2>
      <div class="facts">${children}${facts}</div>
      <button type="button" class="play open" title=${words.kinds} ref=${open} onClick=${browse}>
        <${Icon} name="folder" /><span>${words.open}</span>
      </button>
      <input type="file" multiple hidden ref=${input} onChange=${choose} />
    </div>
    <p class="waits" role="status" hidden=${!awaited}>${awaited && awaitedText(awaited, t)}</p>
    <div class="busy" hidden=${!busy}>
      <progress max="1" value=${busy?.done ?? 0} aria-label=${busy && words.doing[busy.what]} />
      <span>${doing}</span>
      <button type="button" class="play" onClick=${actions.cancel}>${words.cancel}</button>
    </div>
    <p class="hidden spoken" role="status">${progressText(doing, data ? soFar : '')}</p>
    <p class="rest" role="status" hidden=${isText || busy !== null || !data || data.done === 1}>
      <span>${soFar}</span>
      <button type="button" class="play" onClick=${actions.resume}>${words.resume}</button>
    </p>
    ${dropped && html`<${Question} files=${dropped} words=${words} actions=${actions} open=${open} />`}
    <div class="wrong" role="alert" hidden=${problems.length === 0}>
      <ul class="refused">
        ${problems.map((problem) => html`<li>${problem}</li>`)}
      </ul>
      <button type="button" class="icon" aria-label=${words.close} onClick=${actions.forget}>
        <${Icon} name="close" />
      </button>
    </div>
  </section>`;
}

/**
 * Asks where dropped files go. It takes the focus and returns it afterwards.
 *
 * @param {{ files: File[], words: MapsModel['t']['maps']['overview'], actions: FileActions, open: { current: HTMLElement | null } }} props
 */
function Question({ files, words, actions, open }) {
  const first = useRef(/** @type {HTMLElement | null} */ (null));
  const asker = useRef(/** @type {HTMLElement | null} */ (null));
  useLayoutEffect(() => {
    asker.current = focusedIn(first.current);
    first.current?.focus();
  }, []);
  const answer = (/** @type {() => void} */ act) => () => {
    const { current } = asker;
    (current?.isConnected && current.checkVisibility() ? current : open.current)?.focus();
    act();
  };
  const button = (/** @type {string} */ text, /** @type {() => void} */ act, more = {}) =>
    html`<button type="button" class="play" onClick=${answer(act)} ...${more}>${text}</button>`;
  return html`<div class="ask" role="group">
    <span>${words.ask({ name: nameOfFiles(files[0].name, files.length, words) })}</span>
    ${button(words.instead, () => actions.place(false), { ref: first })}
    ${button(words.beside, () => actions.place(true))}
    ${button(words.neither, actions.drop, { value: 'neither' })}
  </div>`;
}

/** @param {Node | null} node */
const focusedIn = (node) =>
  /** @type {HTMLElement | null} */ (
    /** @type {Document | ShadowRoot | undefined} */ (node?.getRootNode())?.activeElement ?? null
  );

/** @param {NonNullable<FilesStatus['busy']>} busy @param {MapsModel['t']['maps']['overview']} words */
function progressOf({ what, done, heads }, words) {
  return heads
    ? words.headsDone({ doing: words.doing[what], done: String(heads[0]), all: String(heads[1]) })
    : `${words.doing[what]} ${Math.floor(done * 100)}\u202f%`;
}

/** The short name of what is open. @param {MapsModel} model @param {FilesStatus} status */
function nameOf({ data, state, t }, status) {
  const words = t.maps.overview;
  if (state.text !== null) return state.model === null ? t.maps.live.name : shownName(state.model);
  if (!data || data.isSample) return words.sampleName({ model: SAMPLE.model });
  return nameOfFiles(status.name, data.opened.files.length, words);
}

/** What is open, in one sentence. @param {MapsModel} model @param {FilesStatus} status */
function sourceOf(model, status) {
  const { data, state, t } = model;
  const words = t.maps.overview;
  if (state.text !== null) return state.model === null ? t.maps.live.about : t.maps.live.own;
  if (!data) return '';
  if (data.isSample)
    return words.sample({
      which: t.maps.out.sample({ model: SAMPLE.model, sentence: SAMPLE.sentence, steps: SAMPLE.steps }),
    });
  const { files } = data.opened;
  const bytes = files.reduce((sum, file) => sum + file.bytes, 0);
  const synthetic = syntheticOf(files);
  const source = words.source({ name: nameOf(model, status), size: bytesText(bytes, t.language) });
  return synthetic === '' ? source : `${source} ${t.maps.large.syntheticFile({ what: synthetic })}`;
}

/**
 * What a link waits for.
 *
 * @param {MapsState} state
 * @param {MapsModel['t']} t
 */
function awaitedText({ file, corpus }, { maps: { overview, reading } }) {
  if (corpus) return overview.waitsForTexts({ name: shownName(corpus.name) });
  if (!file) return '';
  const { name, layers, heads, queries, keys } = file;
  const size = queries === keys ? reading.tokens({ n: keys }) : reading.extent({ queries, keys });
  return overview.waits({
    name: shownName(name),
    heads: reading.every({ layers: reading.layers({ n: layers }), heads: reading.heads({ n: heads }) }),
    tokens: size,
  });
}

/**
 * The drop targets, which cover the room while files are dragged over it.
 *
 * @param {object} props
 * @param {MapsModel['t']['maps']['overview']} props.words
 * @param {'picture' | 'files' | null} props.of - what is dragged
 * @param {boolean} props.isTwo - files can also be opened beside the current one
 */
export function DropFields({ words, of, isTwo }) {
  const isPicture = isTwo && of === 'picture';
  const first = isPicture ? words.dropPicture : isTwo ? words.dropInstead : words.drop;
  return html`<div class="drop" hidden=${of === null} aria-hidden="true">
    <div class="field" data-drop="instead">${first}</div>
    <div class="field" data-drop="beside" hidden=${!isTwo || isPicture}>${words.dropBeside}</div>
  </div>`;
}
