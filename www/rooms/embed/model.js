import { AS_PROPERTY, withAttributes } from '../../element/attributes.js';
import { MAX_LENGTH } from '../../state/packed-link.js';
import { addressOf } from '../names.js';
import { isScript } from './addresses.js';
import { attributesOf, readable } from './written.js';
import { FIGURES, SAMPLE } from './state.js';
/** @import { Room } from '../../types.js' */
/** @import { Attribute } from '../../element/attributes.js' */
/** @import { EmbedState } from './state.js' */

/** The default height of a frame, in px. */
const HEIGHT = 480;

/** Attributes with their own controls: the display settings, the link and the file. */
const APART = ['language', 'theme', 'colormap', 'link', 'view', 'src'];
/**
 * Whether one of the small scripts can show a figure: they have no room around it, only English, and only
 * lessons of one head.
 *
 * @param {EmbedState} state @param {Shown} shown
 */
function isSmall({ figure, view }, { look, state }) {
  if (look.language && look.language !== 'en') return false;
  if (figure === 'map') return true;
  if (view !== 'figure') return false;
  return (
    figure === 'mask' ||
    (figure === 'lesson' &&
      (['positions', 'words', 'scale-mask', 'frase'].includes(state.lesson) ||
        (state.lesson === 'own' &&
          state.own.heads === 1 &&
          state.own.kvHeads === 1 &&
          state.own.wO === 'none')))
  );
}

/**
 * The attributes that are always written, even with their default.
 *
 * @type {Record<string, (state: any) => [name: string, text: string]>}
 */
const SUBJECTS = {
  lesson: ({ lesson }) => ['lesson', lesson],
  mask: ({ text }) => ['mask', text],
  contrast: ({ figure }) => ['figure', figure],
};

/**
 * @typedef {{ map: string, theme: string, language: string }} FigureLook - empty for what the reader of the
 *   page has
 */

/**
 * A figure with the properties that are known once its room is loaded.
 *
 * @typedef {object} Shown
 * @property {Room<any>} room
 * @property {string} plain - its link; of one matrix its attributes
 * @property {any} state - null for one matrix
 * @property {string[]} names - the attributes that have a field
 * @property {Map<string, string>} texts - what stands in them
 * @property {Map<string, string> | null} says - the attributes that say all of it but its address, or null
 *   where it takes a link
 * @property {string} src - the address of the numbers of one matrix; empty where it has none
 * @property {Map<string, string> | null} drawn - the attributes that the figure of the room has; null where
 *   it has a state
 * @property {FigureLook} look
 * @property {boolean} isBroken - what was to be shown could not be read
 */

/** All attributes that an element takes. @param {string} tag @returns {string[]} */
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

/** @param {EmbedState} state @param {Room<any>} room - the one that brings its element @returns {Shown} */
export function shownOf({ figure, of }, room) {
  const { tag } = FIGURES[figure];
  if (figure === 'map') {
    const all = observed(tag);
    const asked = [...new URLSearchParams(of === '' ? SAMPLE : of)];
    // Anyone can write a link, and its content is pasted into pages: an unknown attribute might be a script.
    const taken = asked.filter(([name]) => all.includes(name));
    const says = new Map(taken);
    const src = says.get('src') ?? '';
    // The figure here fetches nothing, because a link may contain any address. Without numbers it shows the
    // sample.
    says.delete('src');
    const drawn =
      src !== '' && !says.has('values') ? new Map([...new URLSearchParams(SAMPLE), ...says]) : says;
    const names = all.filter((name) => !APART.includes(name));
    return {
      room,
      plain: new URLSearchParams(taken).toString(),
      state: null,
      names,
      texts: says,
      says,
      drawn,
      src,
      look: {
        map: says.get('colormap') ?? '',
        theme: says.get('theme') ?? '',
        language: says.get('language') ?? '',
      },
      isBroken: taken.length < asked.length,
    };
  }
  const read = of === '' ? { state: room.fresh() } : room.decode(of);
  const state = read.state ?? room.fresh();
  const plain = room.encode(state);
  const table = tableOf(tag);
  const found = attributesOf(plain, Object.keys(table));
  const subject = figure in SUBJECTS ? [SUBJECTS[figure](state)] : [];
  // The page that has a model's file knows its contents.
  const says = figure === 'heads' ? found : readable(table, room, plain);
  return {
    room,
    plain,
    state,
    names: Object.keys(table).filter((name) => !APART.includes(name)),
    texts: new Map([...(says ?? found), ...subject]),
    says: says && new Map([...subject, ...says]),
    drawn: null,
    src: '',
    look: {
      map: state.map === 'ember' ? '' : state.map,
      theme: state.theme ?? '',
      language: state.language ?? '',
    },
    isBroken: read.state === null,
  };
}

/**
 * Sets an attribute of the figure, or removes it with null.
 *
 * @param {EmbedState} state
 * @param {Shown} shown
 * @param {string} name
 * @param {string | null} text
 * @returns {{ of: string } | { wrong: string }} what is wrong with the text
 */
export function withAttribute({ figure }, { room, plain, state }, name, text) {
  if (figure === 'map') {
    const values = new URLSearchParams(plain);
    if (text === null) values.delete(name);
    else values.set(name, text);
    return { of: values.toString() };
  }
  const next = withAttributes(state, tableOf(FIGURES[figure].tag), [name], () => text);
  return next.errors.length > 0 ? { wrong: next.errors[0] } : { of: room.encode(next.state) };
}

/**
 * Sets the colors or the language of the figure.
 *
 * @param {EmbedState} state @param {Shown} shown @param {Partial<FigureLook>} look
 */
export function withLook(state, shown, look) {
  const next = { ...shown.look, ...look };
  if (state.figure !== 'map')
    return shown.room.encode({
      ...shown.state,
      map: next.map || 'ember',
      theme: next.theme || null,
      language: next.language || null,
    });
  const values = new URLSearchParams(shown.plain);
  for (const [name, text] of Object.entries({
    colormap: next.map,
    theme: next.theme,
    language: next.language,
  })) {
    if (text === '') values.delete(name);
    else values.set(name, text);
  }
  return values.toString();
}

/**
 * The code to paste, without its texts.
 *
 * @param {EmbedState} state
 * @param {Shown} shown
 * @param {string} link - packed, if that is shorter
 * @param {{ here: string, src: string, measured?: number | null }} at - where Heedmap is served, with a slash
 *   at its end, the file of numbers, if the code may name one, and how high a frame has to be
 * @returns {Omit<import('./snippets.js').Pasted, 'words'>}
 */
export function pastedOf(state, shown, link, { here, src, measured = null }) {
  const { says, room } = shown;
  const { figure, view, width } = state;
  const { tag } = FIGURES[figure];
  const file = src || 'attention.npz';
  /** @type {[string, string][]} */
  const attributes = says ? [...says] : [['link', link]];
  if (figure === 'heads') attributes.unshift(['src', file]);
  if (figure === 'map' && src !== '') attributes.push(['src', src]);
  if (figure !== 'map' && view === 'figure') attributes.push(['view', view]);
  const address = figure === 'map' ? '' : link;
  return {
    tag,
    attributes,
    width,
    height: state.height ?? measured ?? HEIGHT,
    script: here + (isSmall(state, shown) ? `embed/${tag}-figure.js` : `classic/${tag}.js`),
    frame: `${here}embed.html#${address}`,
    // A longer address is not read, so the link opens the initial page.
    page: /^https?:/.test(here)
      ? here + (address === '' || address.length > MAX_LENGTH ? '' : `#${address}`)
      : '',
    saved: figure === 'heads' ? 'figure.html' : `heedmap-${figure}.html`,
    file: figure === 'heads' ? file : addressOf(room.id, undefined, { language: null, theme: null }),
  };
}

/**
 * The URL of this page, or a placeholder if it was opened from a file.
 *
 * @param {string} base - what the reader says
 * @param {Location | URL} location
 */
export function pageUrlOf(base, location) {
  // A link may contain it, and pasted code would run it.
  if (base !== '' && !isScript(base)) return base.endsWith('/') ? base : `${base}/`;
  return /^https?:$/.test(location.protocol) ? new URL('.', location.href).href : 'heedmap/';
}
