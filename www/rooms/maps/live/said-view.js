/** What there is to say about the model and its text. */
import { stateLayers } from '../../../engine/model-places.js';
import { number, localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { bytesText } from '../overview/figures.js';
import { shownName } from '../reading/shown-name.js';
import { spans } from './figures.js';
import { LIMITS } from './settings.js';
/** @import { MapsModel } from '../types.js' */
/** @import { LiveModel } from './live-model.js' */
/** @import { LiveProps } from './next-view.js' */

/**
 * The facts of the reader's own model, with the memory that it takes.
 *
 * @param {LiveModel} live
 * @param {MapsModel} model
 */
export function factsOf({ model, bytes }, { state, t }) {
  // The model of the text may not be open.
  if (state.model === null || model?.name !== state.model) return '';
  const { kind, layers, layerHeads, parameters } = model.facts;
  const million = localized(number(parameters / 1e6, 1), t.language);
  const states = stateLayers(model.facts);
  const heads = [...new Set(layerHeads)].sort((a, b) => a - b);
  const words = t.maps.live;
  const facts = words.ownFacts({
    kind,
    layers: String(layers),
    heads: [heads[0], ...heads.slice(1).slice(-1)].join('–'),
    million,
    memory: bytesText(bytes, t.language),
  });
  const kept = states.length > 0 ? [words.ownStates({ n: states.length, layers: spans(states) })] : [];
  // What the engine says about the files is in its words, as its errors are.
  return [facts, ...kept, ...model.facts.notes].join('; ');
}

/**
 * What there is to say about the text: that it is empty, too long, or cannot be run.
 *
 * @param {Pick<LiveProps, 'model' | 'live' | 'writer'>} props
 */
export function saidOf({ model, live, writer }) {
  const { state, t } = model;
  const words = t.maps.live;
  const opening = openingOf(live, t);
  if (opening !== '') return opening;
  if (live.problem) return live.problem(t);
  if (live.model === null) return words.loading;
  if (live.isStopped) return t.maps.overview.stopped;
  const { facts } = live.model;
  if (isLong({ model, live }))
    return words.layersDone({ done: String(live.layers), all: String(facts.layers) });
  const { pass } = live;
  if (state.text === '' || (!pass && !live.isRunning)) return emptyText(state, facts, words);
  return [
    ...(live.wasRestarted ? [words.restarted] : []),
    ...(writer.isCut ? [words.cut({ most: String(LIMITS.text) })] : []),
    ...(pass && pass.left > 0
      ? [words.tooLong({ positions: String(facts.positions), left: pass.left })]
      : []),
  ].join(' ');
}

/**
 * What to do about a text without tokens.
 *
 * @param {MapsModel['state']} state @param {{ hasTokenizer: boolean }} facts @param {MapsModel['t']['maps']['live']} words
 */
function emptyText({ model }, { hasTokenizer }, words) {
  if (model === null) return words.empty;
  return hasTokenizer ? words.emptyOwn : words.problems.noTokenizer;
}

/**
 * How far a model is that is being opened; empty if none is.
 *
 * @param {LiveModel} live
 * @param {MapsModel['t']} t
 */
export function openingOf({ trial }, t) {
  if (!trial) return '';
  const { model, layers } = trial;
  const all = String(model.facts.layers);
  return t.maps.live.opening({ name: shownName(model.name), done: String(layers), all });
}

/** Stops a run that takes long. @param {Pick<LiveProps, 'model' | 'live'>} props */
export function CancelRun({ model, live }) {
  if (!live.trial && !isLong({ model, live })) return null;
  return html`<button type="button" class="play" onClick=${() => live.cancel()}>
    ${model.t.maps.overview.cancel}
  </button>`;
}

/**
 * Whether a model of the reader is running, which may take long.
 *
 * @param {Pick<LiveProps, 'model' | 'live'>} props
 */
function isLong({ model: { state }, live }) {
  const { model, problem, isStopped, isRunning, layers } = live;
  return (
    state.model !== null &&
    model !== null &&
    !problem &&
    !isStopped &&
    isRunning &&
    layers < model.facts.layers
  );
}
