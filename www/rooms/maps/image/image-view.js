import { decimal } from '../../../format/display.js';
import { Select } from '../../../ui/controls.js';
import { html, useLayoutEffect, useRef, useState } from '../../../ui/html.js';
import { HeadKey } from '../chosen/chosen-view.js';
import { PatchFigure } from './figure-view.js';
import { GridSettings } from './grid-view.js';
import { otherGridIn } from './layouts.js';
import { placeOf, sharesOf } from './patches.js';
import { PictureSettings } from './picture-view.js';
import { pictureOf } from './pictures.js';
import { namesIn, placesIn, startName } from './places.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapInfo, MapsState } from '../types.js' */
/** @import { ColumnOf, RowOf } from '../head/numbers.js' */
/** @import { Scene } from '../head/scene.js' */
/** @import { Colors } from '../head/tiles.js' */
/** @import { Cell } from '../head/viewport.js' */
/** @import { Places } from './places.js' */
/** @import { Grid } from './settings.js' */

/** The least width at which two pictures are side by side, and the space between them, in CSS pixels. */
const [TWO, GAP] = [400, 20];
/** The most tokens in the list of those that are no patches. */
const MOST_TOKENS = 500;

/**
 * Keys or queries that are the patches of a picture: the weights of a token over the picture, and those of a
 * patch over the patches.
 *
 * @param {object} props
 * @param {Scene} props.scene
 * @param {MapInfo} props.info
 * @param {Colors} props.colors
 * @param {RowOf} props.rowOf
 * @param {ColumnOf} props.columnOf
 * @param {{ select: (cell: Cell) => void, look: (patch: Partial<MapsState>) => void, change: (patch: Partial<MapsState>) => void, redraw: () => void }} props.actions
 */
export function ImageView({ scene, info, colors, rowOf, columnOf, actions }) {
  const { state, data, language, inks, appearance } = scene;
  const words = scene.image;
  const node = useRef(/** @type {HTMLElement | null} */ (null));
  const [width, setWidth] = useState(0);
  const [pointed, setPointed] = useState(/** @type {number | null} */ (null));
  useLayoutEffect(() => setWidth(node.current?.clientWidth ?? 0));
  const places = placesIn(state, data, info, scene.activeCell);
  const { patches, grid, isKey, isSame, offset, others, token } = places;
  const otherGrid = state.grid ? null : otherGridIn(data);
  const guess = patches.isKnown ? '' : words.unknown({ n: patches.count });
  const unknown = otherGrid ? words.otherGrid(otherGrid) : guess;
  const picture = pictureOf(data.opened);
  const weightsOf = (/** @type {MapInfo} */ of) => (isKey ? rowOf(of, token) : columnOf(of, token));
  const weights = weightsOf(info);
  const shares = weights && sharesOf(weights, grid);
  const heads = colors.heads ?? [];
  const parts = heads.length > 0 ? heads.map(weightsOf) : [weights];
  const chosen = places.cursor ?? shares?.most ?? grid.before;
  const patch = pointed ?? chosen;
  const hasSecond = places.canLook(patch);
  const own = hasSecond ? (heads.length > 0 ? heads : [info]).map((of) => rowOf(of, patch - offset)) : [];
  const nameOf = namesIn(places, scene.labels, words);
  const tokenName = nameOf(isSame ? token + offset : token, isSame);
  const nameAtStart = startName(tokenName, scene.labels);
  const select = (/** @type {number} */ other, /** @type {number} */ at) =>
    actions.select(isKey ? { query: other, key: at } : { query: at, key: other });
  const space = width >= TWO && hasSecond ? (width - GAP) / 2 : width;
  const how = { ratio: appearance.ratio, inks };
  const content = { colors, isByRow: state.scale === 'row', picture };
  const figure = (/** @type {any} */ props) =>
    html`<${PatchFigure}
      ...${{ grid, space, how, chosen, ...props }}
      choose=${(/** @type {number} */ at) => select(token, at)}
      from=${(/** @type {number} */ at) => hasSecond && select(Math.max(0, at - offset), at)}
    />`;
  return html`<section class="image-view" ref=${node} aria-label=${words.heading}>
    ${unknown && html`<p class="soft" role="status">${unknown}</p>`}
    <div class=${heads.length > 0 ? 'image-sentence several' : 'image-sentence'} role="status">
      ${parts.map((part, at) => {
        if (!part) return null;
        const sums = heads.length > 0 || state.source !== 'max';
        const said = {
          words,
          language,
          name: nameAtStart,
          shares: sharesOf(part, grid),
          patches,
          isKey,
          sums,
        };
        return html`<p>
          ${heads.length > 0 && html`<${HeadKey} ...${{ state, data, at, theme: appearance.theme }} /> `}
          ${sentenceOf(said)}
        </p>`;
      })}
    </div>
    ${
      width > 0 &&
      html`<div class="pictures">
        ${figure({
          title: words.over({ name: nameAtStart }),
          label: words.label({ name: tokenName, columns: grid.columns, rows: grid.rows }),
          point: setPointed,
          content: {
            ...content,
            weights: complete(parts),
            rings: [
              { token: isSame ? token + offset : null, ink: inks.accent },
              { token: patch, ink: inks.ink },
            ],
          },
        })}
        ${
          hasSecond &&
          figure({
            title: words.patchOver(placeOf(patch, grid) ?? { row: 0, column: 0 }),
            label: words.label({ name: nameOf(patch, true), columns: grid.columns, rows: grid.rows }),
            point: () => {},
            content: { ...content, weights: complete(own), rings: [{ token: patch, ink: inks.accent }] },
          })
        }
      </div>`
    }
    <${Others}
      ...${{ words, grid, token, others, isSame, offset, nameOf: (/** @type {number} */ at) => nameOf(isSame ? at + offset : at, isSame) }}
      choose=${(/** @type {number} */ other) => select(other, chosen)}
    />
    <${GridSettings} ...${{ words, patches, data, state, change: actions.change }} />
    <${PictureSettings}
      ...${{ words, grid, data, state, picture, redraw: actions.redraw, look: actions.look }}
    />
  </section>`;
}

/** Weights that are all there; otherwise none. @param {(Float32Array | null)[]} parts */
const complete = (parts) => (parts.includes(null) ? [] : /** @type {Float32Array[]} */ (parts));

/**
 * How much of its weight a token puts on the picture, or gets from it.
 *
 * @param {object} of
 * @param {Strings['image']} of.words
 * @param {Scene['language']} of.language
 * @param {string} of.name
 * @param {ReturnType<typeof sharesOf>} of.shares
 * @param {Places['patches']} of.patches
 * @param {boolean} of.isKey
 * @param {boolean} of.sums - whether the weights of a row sum to 1: the largest of several heads do not
 */
function sentenceOf({ words, language, name, shares, patches: { grid, count }, isKey, sums }) {
  const two = (/** @type {number} */ value) => decimal(language, value, 2);
  const place = placeOf(shares.most, grid) ?? { row: 0, column: 0 };
  const most = { ...place, largest: decimal(language, shares.largest, 3) };
  const rest = count - grid.columns * grid.rows;
  if (!isKey) return words.lookedAt({ name, ...most });
  return rest === 0 || !sums
    ? words.allOn({ name, ...most })
    : words.share({ name, picture: two(shares.picture), others: two(shares.others), n: rest, ...most });
}

/**
 * The tokens that are no patches, to choose what looks at the picture.
 *
 * @param {{ words: Strings['image'], grid: Grid, token: number, others: number, isSame: boolean, offset: number, nameOf: (at: number) => string, choose: (token: number) => void }} props
 */
function Others({ words, grid, token, others, isSame, offset, nameOf, choose }) {
  const listed = [];
  for (let at = 0; at < others && listed.length < MOST_TOKENS; at += 1)
    if (!isSame || !placeOf(at + offset, grid)) listed.push(at);
  if (listed.length === 0) return null;
  if (!listed.includes(token)) listed.unshift(token);
  return html`<label class="choice">
    <span class="label">${words.from}</span>
    <${Select}
      label=${words.from}
      value=${String(token)}
      choices=${listed.map((at) => [String(at), nameOf(at)])}
      choose=${(/** @type {string} */ at) => choose(Number(at))}
    />
  </label>`;
}
