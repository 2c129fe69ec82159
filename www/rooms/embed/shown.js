import { AS_PROPERTY, withAttributes } from '../../element/attributes.js';
import { MAX_LENGTH } from '../../state/packed-link.js';
import { addressOf } from '../names.js';
import { isScript } from './addresses.js';
import { attributesOf, minimalAttributes } from './attributes.js';
import { FIGURES } from './settings.js';
import { SAMPLE } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { Attribute } from '../../state/settings.js' */
/** @import { Pasted } from './snippets.js' */
/** @import { FigureId } from './settings.js' */
/** @import { EmbedState } from './state.js' */

/** The default height of a frame, in px. */
const HEIGHT = 480;
/** The height that every step of a lesson fits into on a slide and in a frame of fixed height, in px. */
const STEP_HEIGHT = 520;
/** What a frame needs besides a lesson of a given height, in px. */
const AROUND = 80;

/** Attributes without a field: the settings and the link set them. */
const WITHOUT_FIELD = ['language', 'theme', 'colormap', 'link', 'view', 'src'];

/**
 * The attributes that are always written, even with their default.
 *
 * @type {Record<string, (state: any) => [name: string, text: string]>}
 */
const SUBJECTS = {
  lesson: ({ lesson }) => ['lesson', lesson],
  mask: ({ text }) => ['mask', text],
  contrast: ({ figure }) => ['figure', figure],
  model: ({ text }) => ['sentence', text],
};

/**
 * @typedef {{ map: string, theme: string, language: string }} FigureDisplay - the display settings of a figure;
 *   the page and its reader decide empty ones
 */

/**
 * A figure with the properties that are known once its room is loaded.
 *
 * @typedef {object} Shown
 * @property {Room<any>} room
 * @property {string} plain - its link before it is packed; of `<heed-map>`, its attributes as a query string
 * @property {any} state - null for `<heed-map>`
 * @property {string[]} fields - the attributes that have a field
 * @property {Map<string, string>} values - the values of the fields
 * @property {Map<string, string> | null} attributes - the attributes that describe the figure completely,
 *   apart from `src`; null if it needs a link
 * @property {string} src - the address of the numbers of `<heed-map>`; empty if it has none
 * @property {Map<string, string> | null} preview - the attributes of the `<heed-map>` in this room; null for
 *   other figures
 * @property {FigureDisplay} display
 * @property {boolean} isBroken - whether its link or one of its attributes is invalid
 */

/** All attributes that an element accepts. @param {string} tag @returns {string[]} */
export function observed(tag) {
  const { observedAttributes, table = {} } = /** @type {any} */ (customElements.get(tag));
  return observedAttributes.filter(
    (/** @type {string} */ name) => name in table || !AS_PROPERTY.includes(name),
  );
}

/**
 * The attributes of an element, each with its effect on a state.
 *
 * @param {string} tag @returns {Record<string, Attribute<any>>}
 */
function tableOf(tag) {
  return /** @type {any} */ (customElements.get(tag)).table ?? {};
}

/**
 * Whether a state can be one of a figure. Two figures have states of the Models room: the one with a model
 * has a text.
 *
 * @param {FigureId} figure @param {any} state
 */
function isOf(figure, state) {
  return (
    state !== null &&
    (figure === 'model' || figure === 'heads' ? (figure === 'model') === (state.text !== null) : true)
  );
}

/** The initial state of a figure. @param {string} tag @param {Room<any>} room */
function firstOf(tag, room) {
  const { parts } = /** @type {any} */ (customElements.get(tag));
  return room.id === 'maps' ? parts.fresh() : room.fresh();
}

/** @param {EmbedState} state @param {Room<any>} room - the room of the figure @returns {Shown} */
export function shownOf({ figure, of }, room) {
  return figure === 'map' ? shownMap(of, room) : shownFigure(figure, of, room);
}

/**
 * The figure as its code shows it. A slide and a frame of fixed height have room for one step of a lesson.
 * The steps differ in height, so the code sets one that all of them fit into.
 *
 * @param {EmbedState} state @param {Shown} shown @returns {Shown}
 */
export function fittedTo(state, shown) {
  return needsHeight(state, shown.state)
    ? shownOf({ ...state, of: shown.room.encode({ ...shown.state, height: STEP_HEIGHT }) }, shown.room)
    : shown;
}

/** @param {EmbedState} state @param {any} figure - the state of the figure */
function needsHeight({ host, figure: id, view }, figure) {
  const isFixed = host === 'lms' || (host === 'reveal' && view === 'figure');
  return isFixed && id === 'lesson' && figure.shown === 'step' && figure.height === null;
}

/** @param {string} of @param {Room<any>} room @returns {Shown} */
function shownMap(of, room) {
  const names = observed(FIGURES.map.tag);
  const all = [...new URLSearchParams(of || SAMPLE)];
  // Anyone can write a link, and the code gets into pages: an unknown attribute might be a script.
  const known = all.filter(([name]) => names.includes(name));
  const attributes = new Map(known);
  const src = attributes.get('src') ?? '';
  attributes.delete('src');
  // The preview fetches nothing, because a link may contain any address. It shows the sample instead.
  const needsSample = src !== '' && !attributes.has('values');
  return {
    room,
    plain: new URLSearchParams(known).toString(),
    state: null,
    fields: names.filter((name) => !WITHOUT_FIELD.includes(name)),
    values: attributes,
    attributes,
    src,
    preview: needsSample ? new Map([...new URLSearchParams(SAMPLE), ...attributes]) : attributes,
    display: {
      map: attributes.get('colormap') ?? '',
      theme: attributes.get('theme') ?? '',
      language: attributes.get('language') ?? '',
    },
    isBroken: known.length < all.length,
  };
}

/** @param {FigureId} figure @param {string} of @param {Room<any>} room @returns {Shown} */
function shownFigure(figure, of, room) {
  const { tag } = FIGURES[figure];
  const decoded = of === '' ? { state: null } : room.decode(of);
  const state = isOf(figure, decoded.state) ? decoded.state : firstOf(tag, room);
  const plain = room.encode(state);
  const table = tableOf(tag);
  const found = attributesOf(plain, Object.keys(table));
  const subject = figure in SUBJECTS ? [SUBJECTS[figure](state)] : [];
  // The attributes of heads depend on their file, which only the page of the reader has.
  const first = { ...room, bare: () => firstOf(tag, room) };
  const attributes = figure === 'heads' ? found : minimalAttributes(table, first, plain);
  return {
    room,
    plain,
    state,
    fields: Object.keys(table).filter((name) => !WITHOUT_FIELD.includes(name)),
    values: new Map([...(attributes ?? found), ...subject]),
    attributes: attributes && new Map([...subject, ...attributes]),
    src: '',
    preview: null,
    display: {
      map: state.map === 'ember' ? '' : state.map,
      theme: state.theme ?? '',
      language: state.language ?? '',
    },
    isBroken: of !== '' && decoded.state === null,
  };
}

/**
 * Sets an attribute of the figure, or removes it with null.
 *
 * @param {EmbedState} state
 * @param {Shown} shown
 * @param {string} name
 * @param {string | null} text
 * @returns {{ of: string } | { error: string }}
 */
export function withAttribute({ figure }, { room, plain, state }, name, text) {
  if (figure === 'map') return { of: withParameters(plain, { [name]: text }) };
  const next = withAttributes(state, tableOf(FIGURES[figure].tag), [name], () => text);
  return next.errors.length > 0 ? { error: next.errors[0] } : { of: room.encode(next.state) };
}

/**
 * Sets the colors or the language of the figure.
 *
 * @param {EmbedState} state @param {Shown} shown @param {Partial<FigureDisplay>} display
 */
export function withDisplay({ figure }, shown, display) {
  const { map, theme, language } = { ...shown.display, ...display };
  return figure === 'map'
    ? withParameters(shown.plain, {
        colormap: map || null,
        theme: theme || null,
        language: language || null,
      })
    : shown.room.encode({
        ...shown.state,
        map: map || 'ember',
        theme: theme || null,
        language: language || null,
      });
}

/**
 * Sets parameters of a query string, or removes them with null.
 *
 * @param {string} query @param {Record<string, string | null>} texts
 */
function withParameters(query, texts) {
  const parameters = new URLSearchParams(query);
  for (const [name, text] of Object.entries(texts)) {
    if (text === null) parameters.delete(name);
    else parameters.set(name, text);
  }
  return parameters.toString();
}

/**
 * The content of the code to paste, without its strings.
 *
 * @param {EmbedState} state
 * @param {Shown} shown
 * @param {string} link - packed, if that is shorter
 * @param {{ here: string, src: string, measured?: number | null }} at - where Heedmap is served, with a slash
 *   at its end; the file of numbers, if the code may name one; and the measured height of a frame
 * @returns {Omit<Pasted, 'words'>}
 */
export function pastedOf(state, shown, link, { here, src, measured = null }) {
  const { room } = shown;
  const { figure, view, width } = state;
  const { tag } = FIGURES[figure];
  const file = src || 'attention.npz';
  /** @type {[string, string][]} */
  const attributes = shown.attributes ? [...shown.attributes] : [['link', link]];
  if (figure === 'heads') attributes.unshift(['src', file]);
  if (figure === 'map' && src !== '') attributes.push(['src', src]);
  if (figure !== 'map' && view === 'figure') attributes.push(['view', view]);
  const fragment = figure === 'map' ? '' : link;
  const fixed = state.host === 'lms' && figure === 'lesson' ? shown.state.height : null;
  return {
    tag,
    attributes,
    width,
    height: state.height ?? (fixed ? fixed + AROUND : null) ?? measured ?? HEIGHT,
    script: here + (fitsSmallScript(state, shown) ? `embed/${tag}-figure.js` : `classic/${tag}.js`),
    frame: `${here}embed.html#${fragment}`,
    // The page does not read longer links, so such a link opens its initial state.
    page: /^https?:/.test(here)
      ? here + (fragment === '' || fragment.length > MAX_LENGTH ? '' : `#${fragment}`)
      : '',
    saved: figure === 'heads' ? 'figure.html' : `heedmap-${figure}.html`,
    file: figure === 'heads' ? file : addressOf(room.id),
  };
}

/**
 * Whether one of the small scripts can show a figure. They contain no rooms, only English, and only lessons
 * with one head.
 *
 * @param {EmbedState} state @param {Shown} shown
 */
function fitsSmallScript({ figure, view }, { display, state }) {
  if (display.language && display.language !== 'en') return false;
  if (figure === 'map') return true;
  return view === 'figure' && (figure === 'mask' || (figure === 'lesson' && hasOneHead(state)));
}

/** @param {{ lesson: string, own: { heads: number, kvHeads: number, wO: string } }} state */
function hasOneHead({ lesson, own }) {
  if (lesson === 'own') return own.heads === 1 && own.kvHeads === 1 && own.wO === 'none';
  return ['positions', 'words', 'scale-mask', 'frase'].includes(lesson);
}

/**
 * Where Heedmap is served: the reader's address, or else this page. A page opened from a file has a
 * placeholder.
 *
 * @param {string} base - the address that the reader typed, or empty
 * @param {Location | URL} location
 */
export function pageUrlOf(base, location) {
  // A link may contain a script as this address, and pasted code would run it.
  if (base !== '' && !isScript(base)) return base.endsWith('/') ? base : `${base}/`;
  return /^https?:$/.test(location.protocol) ? new URL('.', location.href).href : 'heedmap/';
}
