/** The dialog of a figure for print: the heads, the options, and a preview at the size on paper. */
import { paintMap } from '../../program.js';
import { number, localized } from '../../../../format/display.js';
import { canvasOf } from '../../../../picture/export.js';
import { download } from '../../../../picture/download.js';
import { POINTS } from '../../../../picture/print/length.js';
import { element } from '../../../../ui/dom.js';
import { html, render, useLayoutEffect, useRef, useState } from '../../../../ui/html.js';
import { withPeriod } from '../../../../words/as-sentence.js';
import { Form, MOST_HEADS } from './form-view.js';
import { printScene, TooNarrow } from './layout.js';
import { views } from '../../later-view.js';
import { namesOf, printPanels, RESOLUTION, shownPanels } from './panels.js';
import sheet from './print.css.js';
import { WORDS } from './words.js';
import { measureIn, written } from './write.js';
/** @import { Language } from '../../../../state/languages.js' */
/** @import { ExportInput } from '../open-maps.js' */
/** @import { MapsData } from '../../types.js' */
/** @import { Bar } from '../../../../picture/types.js' */
/** @import { PrintFigure, PrintOptions } from './layout.js' */
/** @import { Wanted } from './panels.js' */

/** CSS pixels of a point at the size on paper, and the most that a preview is enlarged. */
const [PIXELS, MOST_ENLARGED] = [96 / POINTS.in, 2.5];

/**
 * The reader's choices: the options of the layout, the file, the resolution of a PNG, and the unit of
 * lengths.
 *
 * @typedef {PrintOptions & { unit: 'mm' | 'in', kind: 'pdf' | 'svg' | 'png', dpi: number }} Choices
 */

/** @type {Readonly<Choices>} */
const DEFAULTS = Object.freeze({
  width: 85 * POINTS.mm,
  size: 7,
  font: 'serif',
  background: 'white',
  letters: true,
  names: true,
  legend: true,
  digits: false,
  columns: 2,
  unit: 'mm',
  kind: 'pdf',
  dpi: 600,
});

/** The choices of the last figure, which the next one starts with. @type {Choices} */
let remembered = DEFAULTS;

/**
 * Opens the dialog. It ends when the reader closes it.
 *
 * @param {ExportInput} input
 * @param {Node} root - where the room is
 * @param {Wanted[]} [heads] - what the figure starts with; by default what the room shows
 */
export function openPrint(input, root, heads) {
  const { model, service } = input;
  const data = model.data;
  if (!data || !service) return;
  const parent = /** @type {ShadowRoot | HTMLElement} */ (root instanceof ShadowRoot ? root : document.body);
  if (root instanceof ShadowRoot) {
    const own = sheet(root.ownerDocument);
    if (!root.adoptedStyleSheets.includes(own)) root.adoptedStyleSheets.push(own);
  }
  const words = WORDS[model.language];
  const node = element('dialog', { class: 'print-dialog', 'aria-label': words.heading });
  const close = () => node.close();
  node.addEventListener('close', () => {
    render(/** @type {any} */ (null), node);
    node.remove();
  });
  // Keys of the dialog are not those of the room.
  node.addEventListener('keydown', (event) => event.stopPropagation());
  parent.append(node);
  render(
    html`<${Dialog} ...${{ input, data, close, first: heads ?? shownPanels(model.state, data) }} />`,
    node,
  );
  node.showModal();
}

/**
 * @param {{ input: ExportInput, data: MapsData, close: () => void, first: Wanted[] }} props
 */
function Dialog({ input, data, close, first }) {
  const { model, service, shown } = input;
  const words = WORDS[model.language];
  const [choices, setChoices] = useState(remembered);
  const [wanted, setWanted] = useState(first.slice(0, MOST_HEADS));
  const [figure, setFigure] = useState(/** @type {Omit<PrintFigure, 'title'> | null} */ (null));
  const [said, setSaid] = useState('');
  const [alt, setAlt] = useState(/** @type {string | null} */ (null));
  const [isBusy, setBusy] = useState(false);
  const choose = (/** @type {Partial<Choices>} */ patch) => {
    remembered = { ...choices, ...patch };
    setSaid('');
    setChoices(remembered);
  };
  const change = (/** @type {Wanted[]} */ next) => {
    setSaid('');
    setWanted(next);
  };
  const region = shown?.region ?? null;
  const reads = useRef(0);
  useLayoutEffect(() => {
    const turn = (reads.current += 1);
    // Enough cells for the resolution of print, in the widest panel.
    const cell = (choices.width / POINTS.in / (region?.cols[1] ?? data.reading.keys)) * RESOLUTION;
    const known = shown?.maps ?? [];
    const images = model.state.view === 'image' ? views.load().then((all) => all.imagePanels) : null;
    const read = async () =>
      printPanels(model, /** @type {NonNullable<typeof service>} */ (service), wanted, {
        ...{ region, cell, paint: paintMap, known, images: await images },
      });
    read().then(
      (found) => turn === reads.current && setFigure(found),
      (error) => turn === reads.current && setSaid(words.failed({ reason: withPeriod(error.message) })),
    );
  }, [wanted, choices.width]);

  const names = wanted.map((each) => namesOf(each, model));
  const title = names.map(({ name }) => name).join('; ');
  const isDark =
    figure !== null && data !== null && model.state.map !== 'ember' && model.state.map !== 'grey';
  const isImage = model.state.view === 'image';
  const described = isImage
    ? words.altImage({ heads: figure?.panels.map(({ name }) => name).join('; ') ?? title })
    : (isDark ? words.altDark : words.altText)({ heads: title });
  const altText = alt ?? described;
  const bars = isImage ? (figure?.bars ?? []) : withAxes(figure?.bars ?? [], words.axes);
  const whole = figure && { ...figure, title, bars };
  const drawn = whole && laidOut(whole, choices);
  const name = `figure.${choices.kind}`;
  /** @param {() => Promise<string>} act */
  const run = async (act) => {
    setBusy(true);
    try {
      setSaid(await act());
    } catch (error) {
      const isNarrow = error instanceof TooNarrow;
      setSaid(
        isNarrow
          ? words.tooNarrow
          : words.failed({ reason: withPeriod(/** @type {Error} */ (error).message) }),
      );
    } finally {
      setBusy(false);
    }
  };
  const file = async (/** @type {Choices['kind']} */ kind) =>
    written(/** @type {NonNullable<typeof whole>} */ (whole), choices, {
      kind,
      dpi: choices.dpi,
      alt: altText,
    });
  const save = () =>
    run(async () => {
      const { blob, missing } = await file(choices.kind);
      download(blob, name);
      return [
        words.saved({ name }),
        missing.length > 0 && words.missing({ text: missing.slice(0, 8).join('') }),
      ]
        .filter(Boolean)
        .join(' ');
    });
  const copy = () =>
    run(async () => {
      const { blob } = await file('png');
      return navigator.clipboard.write([new ClipboardItem({ 'image/png': blob })]).then(
        () => words.copied,
        () => words.notCopied,
      );
    });
  const isReady = drawn !== null && 'scene' in drawn && !isBusy;
  return html`<div class="print-form">
      <h2>${words.heading}</h2>
      <${Form} ...${{ words, choices, choose, wanted, change, model, reading: data.reading }} />
      <label class="print-alt">
        <span>${words.alt}</span>
        <textarea
          rows="3"
          value=${altText}
          onInput=${(/** @type {any} */ event) => setAlt(event.currentTarget.value)}
        ></textarea>
      </label>
      <p class="said" role="status">${said}</p>
      <div class="print-actions">
        <button type="button" class="print-save" disabled=${!isReady} onClick=${save}>
          ${words.save({ name })}
        </button>
        <button type="button" disabled=${!isReady} onClick=${copy}>${words.copy}</button>
        <button type="button" class="link" onClick=${close}>${words.cancel}</button>
      </div>
    </div>
    <div class="print-preview">
      ${
        drawn === null
          ? html`<p>${said || words.reading}</p>`
          : 'scene' in drawn
            ? html`<${Preview} ...${{ ...drawn, words, choices, language: model.language }} />`
            : html`<p role="status">${words.tooNarrow}</p>`
      }
    </div>`;
}

/** Color scales with the axes of the panels. @param {Bar[]} bars @param {string} axes */
const withAxes = (bars, axes) =>
  bars.map((bar, at) => (at === 0 ? { ...bar, text: `${bar.text}; ${axes}` } : bar));

/** The layout for a preview. @param {Parameters<typeof printScene>[0]} figure @param {Choices} choices */
function laidOut(figure, choices) {
  try {
    return printScene(figure, choices, measureIn(choices.font));
  } catch (error) {
    if (error instanceof TooNarrow) return { isNarrow: true };
    throw error;
  }
}

/**
 * @param {ReturnType<typeof printScene> & { words: typeof WORDS['en'], choices: Choices, language: Language }} props
 */
function Preview({ scene, fit, words, choices, language }) {
  const box = useRef(/** @type {HTMLElement | null} */ (null));
  const [room, setRoom] = useState({ width: 0, height: 0 });
  useLayoutEffect(() => {
    const { current } = box;
    if (!current) return undefined;
    const observer = new ResizeObserver(() =>
      setRoom({ width: current.clientWidth, height: current.clientHeight }),
    );
    observer.observe(current);
    return () => observer.disconnect();
  }, []);
  const natural = { width: scene.width * PIXELS, height: scene.height * PIXELS };
  const scale = Math.min(
    MOST_ENLARGED,
    Math.max(0, room.width) / natural.width,
    Math.max(120, room.height) / natural.height,
  );
  const { unit, size } = choices;
  const length = (/** @type {number} */ points, /** @type {number} */ decimals) =>
    localized(number(points / POINTS[unit], decimals), language);
  useLayoutEffect(() => {
    const { current } = box;
    if (!current || !(scale > 0)) return;
    const pixels = Math.max(1, Math.round(natural.width * scale * devicePixelRatio));
    const canvas = canvasOf(scene, Math.min(pixels, 4096));
    Object.assign(canvas.style, {
      width: `${natural.width * scale}px`,
      height: `${natural.height * scale}px`,
    });
    canvas.className = scene.paper === null ? 'paper none' : 'paper';
    canvas.setAttribute('role', 'img');
    canvas.setAttribute('aria-label', `${words.preview}: ${scene.title}`);
    current.replaceChildren(canvas);
  });
  const decimals = unit === 'mm' ? 1 : 2;
  const notes = [
    words.fit({
      width: length(scene.width, decimals),
      height: length(scene.height, decimals),
      unit,
      scale: localized(number(scale, 1), language),
      cell: length(fit.cell, unit === 'mm' ? 1 : 3),
    }),
    !fit.hasAllLabels && words.thinned({ size: localized(number(size, 1), language) }),
    !fit.hasDigits && words.noDigits({ size: localized(number(size, 1), language) }),
  ];
  return html`<div class="print-paper" ref=${box}></div>
    <p class="print-note" role="status">${notes.filter(Boolean).join(' ')}</p>`;
}
