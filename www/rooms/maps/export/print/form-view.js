import { Field, Segments, Select } from '../../../../ui/controls.js';
import { html } from '../../../../ui/html.js';
import {
  isWithin,
  lengthIn,
  POINTS,
  pointsIn,
  RESOLUTIONS,
  SIZES,
  WIDTHS,
} from '../../../../picture/print/length.js';
import { isSame } from '../../chosen/settings.js';
import { headNamed } from '../../head/kept.js';
import { namesOf } from './panels.js';
import { letterOf } from './layout.js';
/** @import { MapsData, MapsModel, Reading } from '../../types.js' */
/** @import { Choices } from './dialog.js' */
/** @import { Wanted } from './panels.js' */
/** @import { WORDS } from './words.js' */

/** The most heads in a figure. */
export const MOST_HEADS = 16;
/** Common widths, in points: those of a column and of both columns in most journals. */
const PRESETS = Object.freeze({ column: 85 * POINTS.mm, page: 174 * POINTS.mm });
/** The most panels side by side. */
const MOST_COLUMNS = 4;

/**
 * The options of a figure for print.
 *
 * @param {object} props
 * @param {typeof WORDS['en']} props.words
 * @param {Choices} props.choices
 * @param {(patch: Partial<Choices>) => void} props.choose
 * @param {Wanted[]} props.wanted - the panels
 * @param {(wanted: Wanted[]) => void} props.change
 * @param {MapsModel} props.model
 * @param {Pick<Reading, 'layers' | 'heads' | 'layerNumbers'>} props.reading
 */
export function Form({ words, choices, choose, wanted, change, model, reading }) {
  const { unit, width, size } = choices;
  const takeWidth = (/** @type {string} */ text) => {
    const points = pointsIn(text, unit);
    if (!isWithin(points, WIDTHS))
      return words.widthWrong({
        least: lengthIn(WIDTHS.least, unit),
        most: lengthIn(WIDTHS.most, unit),
        unit,
        example: unit === 'mm' ? 85 : 3.3,
        text,
      });
    choose({ width: /** @type {number} */ (points) });
    return null;
  };
  const takeSize = (/** @type {string} */ text) => {
    const points = pointsIn(text, 'pt');
    if (!isWithin(points, SIZES)) return words.sizeWrong({ ...SIZES, text });
    choose({ size: /** @type {number} */ (points) });
    return null;
  };
  const takeResolution = (/** @type {string} */ text) => {
    const dpi = /^\d{1,5}$/.test(text) ? Number(text) : null;
    if (!isWithin(dpi, RESOLUTIONS)) return words.resolutionWrong({ ...RESOLUTIONS, text });
    choose({ dpi: /** @type {number} */ (dpi) });
    return null;
  };
  const preset = Object.entries(PRESETS).find(([, points]) => Math.abs(points - width) < 0.01)?.[0] ?? 'own';
  const segments = (
    /** @type {string} */ label,
    /** @type {string} */ value,
    /** @type {Record<string, string>} */ texts,
    /** @type {(value: any) => void} */ act,
  ) => html`<${Segments} ...${{ label, value, choices: Object.entries(texts), choose: act }} />`;
  const row = (/** @type {string} */ label, /** @type {any} */ controls) =>
    html`<div class="print-row">
      <span class="print-label" aria-hidden="true">${label}</span>
      <div class="print-controls">${controls}</div>
    </div>`;
  const most = Math.min(MOST_COLUMNS, Math.max(1, wanted.length));
  const columns = Object.fromEntries(
    Array.from({ length: most }, (_, at) => [String(at + 1), String(at + 1)]),
  );
  return html`
    ${row(
      words.width,
      html`<${Field}
          key=${unit}
          label=${words.width}
          value=${String(lengthIn(width, unit))}
          take=${takeWidth}
          inputmode="decimal"
          size="6"
        />
        ${segments(words.unit, unit, words.units, (value) => choose({ unit: value }))}
        <${Select}
          label=${words.presets}
          value=${preset}
          choices=${Object.entries(words.preset)}
          choose=${(/** @type {keyof typeof PRESETS | 'own'} */ name) => name !== 'own' && choose({ width: PRESETS[name] })}
        />`,
    )}
    ${row(
      words.type,
      html`<${Field}
          label=${words.size}
          value=${String(lengthIn(size, 'pt'))}
          take=${takeSize}
          inputmode="decimal"
          size="4"
        /><span aria-hidden="true">pt</span>
        ${segments(words.font, choices.font, words.fonts, (font) => choose({ font }))}`,
    )}
    ${row(words.heads, html`<${Heads} ...${{ words, wanted, change, model, reading }} />`)}
    ${
      most > 1 &&
      row(
        words.columns,
        segments(words.columns, String(Math.min(most, choices.columns)), columns, (value) =>
          choose({ columns: Number(value) }),
        ),
      )
    }
    ${row(
      words.background,
      segments(words.background, choices.background, words.backgrounds, (background) =>
        choose({ background }),
      ),
    )}
    ${row(
      words.show,
      /** @type {const} */ (['letters', 'names', 'legend', 'digits']).map(
        (name) =>
          html`<label class="print-check">
            <input
              type="checkbox"
              checked=${choices[name]}
              onChange=${(/** @type {any} */ event) => choose({ [name]: event.currentTarget.checked })}
            />
            ${words.shown[name]}
          </label>`,
      ),
    )}
    ${row(
      words.file,
      html`${segments(words.file, choices.kind, words.files, (kind) => choose({ kind }))}
      ${
        choices.kind === 'png' &&
        html`<${Field}
          label=${words.resolution}
          value=${String(choices.dpi)}
          take=${takeResolution}
          inputmode="numeric"
          size="5"
        />`
      }`,
    )}
  `;
}

/** @param {Pick<Parameters<typeof Form>[0], 'words' | 'wanted' | 'change' | 'model' | 'reading'>} props */
function Heads({ words, wanted, change, model, reading }) {
  const { layers, heads } = reading;
  const add = (/** @type {string} */ text) => {
    if (text === '') return null;
    const [, number, head] = /^(\d{1,5})\s*[·.:,\s]\s*(\d{1,5})$/.exec(text)?.map(Number) ?? [];
    const named = headNamed({ layer: number, head }, /** @type {MapsData} */ (model.data));
    if (!named) return words.headWrong({ layers, heads, text });
    if (wanted.some((each) => typeof each !== 'string' && isSame(each, named)))
      return words.headTwice({ head: `${number}·${head}` });
    if (wanted.length >= MOST_HEADS) return words.tooMany({ most: MOST_HEADS });
    change([...wanted, named]);
    return null;
  };
  // Of a mean over chosen heads, the figure begins with the mean.
  const chosen = model.state.chosen.slice(0, MOST_HEADS).map(({ layer, head }) => ({ layer, head }));
  const isThere = (/** @type {{ layer: number, head: number }} */ head) =>
    wanted.some((each) => typeof each !== 'string' && isSame(each, head));
  const isOffered = chosen.length > 0 && !chosen.every(isThere);
  return html`<ul class="print-heads">
      ${wanted.map((each, at) => {
        const { name, shortName } = namesOf(each, model);
        return html`<li key=${shortName}>
          <i>${letterOf(at)}</i>${shortName}
          <button
            type="button"
            aria-label=${words.remove({ head: name })}
            disabled=${wanted.length === 1}
            onClick=${() => change(wanted.filter((other) => other !== each))}
          >
            ×
          </button>
        </li>`;
      })}
    </ul>
    ${
      layers * heads > 1 &&
      html`<${Field}
        key=${wanted.length}
        label=${words.add}
        value=""
        placeholder=${words.add}
        take=${add}
        size="6"
      />`
    }
    ${
      isOffered &&
      html`<button type="button" class="link" onClick=${() => change(chosen)}>
        ${words.chosen({ n: chosen.length })}
      </button>`
    }`;
}
