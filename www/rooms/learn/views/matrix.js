import { Formula } from '../../../figure/formula.js';
import { matrixName } from '../../../figure/heads.js';
import { notation } from '../../../figure/matrices.js';
import { Icon } from '../../../ui/controls.js';
import { html } from '../../../ui/html.js';
import { figureOf } from '../figure-of.js';
import { columnWidths, isApart } from './bands-layout.js';
/** @import { View } from '../../../ui/html.js' */
/** @import { Model } from '../../../types.js' */
/** @import { Actions } from '../actions.js' */
/** @import { MapOptions } from '../figure-of.js' */
/** @import { marksOf } from '../marks.js' */
/** @import { Band, Place } from './bands.js' */

/**
 * The heatmap of a matrix. `light` is called when the pointer enters or leaves it; other props are attributes
 * and properties of the `<heed-map>`.
 *
 * @param {{ id: string, actions: Actions, light?: (isOver: boolean) => void, children?: View, [name: string]: any }} props
 */
export function Heatmap({ id, actions, light, children, ...attributes }) {
  const cellOf = (/** @type {any} */ { row, col }) => ({ matrix: id, row, col });
  return html`<heed-map
    data-matrix=${id}
    ...${attributes}
    onheed-select=${(/** @type {any} */ event) =>
      event.activate ? actions.refuse(cellOf(event)) : actions.select(cellOf(event))}
    onheed-point=${(/** @type {any} */ event) => {
      actions.point(event.row === null ? null : cellOf(event));
      light?.(event.row !== null);
    }}
    onheed-edit=${(/** @type {any} */ event) => actions.edit(cellOf(event), event.value, event.phase)}
    onheed-table=${() => actions.table(id)}
    >${children}</heed-map
  >`;
}

/** The notation and the size of a matrix. @param {Model} model @param {string} id */
function titleOf({ matrices, switches, t }, id) {
  const { rows, cols } = matrices[id];
  return html`<${Formula} class="notation" formula=${notation(id, switches)} t=${t} />
    <small>${`${rows}×${cols}`}</small>`;
}

/**
 * A matrix with its notation and size. If the reader unfolded it, `fold` folds it again.
 *
 * @param {{ model: Model, id: string, options: MapOptions, actions: Actions, fold?: (() => void) | false, [name: string]: any }} props
 */
export function TitledMap({ model, id, options, actions, fold, ...attributes }) {
  const { t } = model;
  return html`<${Heatmap} ...${{ id, actions, figure: figureOf(model, id, options), ...attributes }}>
    <span slot="caption" class="caption"
      >${titleOf(model, id)}${
        fold &&
        html`<button
          type="button"
          class="fold"
          aria-expanded="true"
          title=${t.figure.fold}
          aria-label=${`${t.figure.fold}: ${matrixName(t, id)}`}
          onClick=${fold}
        >
          <${Icon} name="minus" />
        </button>`
      }</span
    >
  <//>`;
}

/**
 * The button that unfolds a matrix.
 *
 * @param {{ model: Model, id: string, unfold: () => void, [name: string]: any }} props
 */
function FoldedMap({ model, id, unfold, ...attributes }) {
  return html`<button
    type="button"
    class="folded"
    aria-expanded="false"
    data-folds=${id}
    title=${model.t.figure.unfold}
    onClick=${unfold}
    ...${attributes}
  >
    ${titleOf(model, id)}<${Icon} name="plus" />
  </button>`;
}

/**
 * A band: its heading, and its matrices in rows and columns, some of them folded, or in a line. An embedded
 * figure is not part of the page's outline of headings.
 *
 * @param {object} props
 * @param {Model} props.model
 * @param {Band} props.band
 * @param {ReturnType<typeof marksOf>} props.marks
 * @param {number} [props.common] - the common width of the cells of bands without a width
 * @param {number} props.height - that of cells
 * @param {Actions} props.actions
 * @param {(place: string, isFolded: boolean) => void} [props.fold] - folds or unfolds the matrix of a place
 * @param {boolean} [props.isFolded] - whether all matrices are, or may be
 * @param {boolean} [props.isLine]
 * @param {boolean} [props.isEmbedded]
 * @param {Partial<MapOptions>} [props.options] - further ones of all matrices
 * @param {(place: Place) => Record<string, string>} [props.styleOf] - of a heatmap
 * @param {View} [props.head] - beside the heading
 * @param {View} [props.below]
 * @param {View} [props.children] - further elements of the grid
 */
export function MatrixBand(props) {
  const { model, band, marks, common = 0, height, actions, fold, options, styleOf } = props;
  const { isFolded = false, isLine = false, isEmbedded = false, head, below, children } = props;
  const { name, heading, places } = band;
  const widths = columnWidths(band, model, common);
  const areaOf = (/** @type {Place} */ { row, column }) => ({ gridArea: `${row} / ${column}` });
  const folded = (/** @type {Place} */ place, /** @type {Record<string, string>} */ style = {}) =>
    html`<${FoldedMap}
      key=${place.id}
      ...${{ model, id: place.matrix, style, 'data-place': place.id, unfold: () => fold?.(place.id, false) }}
    />`;
  const [first] = places.filter((place) => isApart({ ...place, isFolded: true }));
  const apart = places.filter(isApart);
  return html`<section class=${`band ${name}${isFolded ? ' all-folded' : ''}`}>
    <div class="head">
      <h3 role=${isEmbedded ? 'presentation' : null}>${heading}</h3>
      ${head}
    </div>
    <div class="scroller">
      <div class=${isLine ? 'line' : 'grid'}>
        ${!isLine && children}
        ${places.map((place) => {
          const { id, matrix, isUnfolded, rowLabels, colLabels } = place;
          if (place.isFolded) return isApart(place) ? null : folded(place, areaOf(place));
          const cells = { cellWidth: widths[place.column - 1], cellHeight: height };
          return html`<${TitledMap}
            key=${id}
            ...${{ model, id: matrix, actions, 'data-place': id }}
            options=${{ ...cells, rowLabels, colLabels, marks: marks[matrix], ...options }}
            style=${{ ...areaOf(place), ...styleOf?.(place) }}
            fold=${isUnfolded && (() => fold?.(id, true))}
          />`;
        })}
        ${
          apart.length > 0 &&
          html`<div class="folds" style=${{ gridArea: `1 / ${first.column} / 2 / ${first.column + 3}` }}>
            ${apart.map((place) => folded(place))}
          </div>`
        }
        ${isLine && children}
      </div>
    </div>
    ${below}
  </section>`;
}
