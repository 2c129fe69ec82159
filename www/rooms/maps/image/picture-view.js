import { Segments } from '../../../ui/controls.js';
import { html, useRef } from '../../../ui/html.js';
import { hasOtherShape } from './patches.js';
import { setPicture, takePicture } from './pictures.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsState } from '../types.js' */
/** @import { Picture } from './pictures.js' */
/** @import { Grid } from './settings.js' */

/**
 * The picture under the weights: choosing one, and how it is drawn.
 *
 * @param {object} props
 * @param {Strings['image']} props.words
 * @param {Grid} props.grid
 * @param {MapsData} props.data
 * @param {MapsState} props.state
 * @param {Picture | null} props.picture
 * @param {() => void} props.redraw
 * @param {(patch: Partial<MapsState>) => void} props.look
 */
export function PictureSettings({ words, grid, data, state, picture, redraw, look }) {
  const input = useRef(/** @type {HTMLInputElement | null} */ (null));
  const problem = useRef(/** @type {HTMLElement | null} */ (null));
  const set = (/** @type {Picture | null} */ next) => {
    setPicture(data.opened, next);
    redraw();
  };
  const choose = (/** @type {any} */ { currentTarget }) => {
    const files = [...currentTarget.files];
    currentTarget.value = '';
    const say = (/** @type {(t: any) => string} */ message) => {
      if (problem.current) problem.current.textContent = message({ image: words });
    };
    say(() => '');
    if (files.length > 0 && !takePicture(files, { data, now: () => state, look, say, changed: redraw }))
      say(() => words.unreadable({ name: files[0].name }));
  };
  const isOther = picture && hasOtherShape(picture.bitmap, grid);
  const figures = picture && {
    width: picture.bitmap.width,
    height: picture.bitmap.height,
    columns: grid.columns,
    rows: grid.rows,
  };
  return html`<div class="picture-settings" role="group" aria-label=${words.picture}>
    <button type="button" class="play" onClick=${() => input.current?.click()}>
      ${picture ? words.change : words.choose}
    </button>
    <input type="file" accept="image/*" hidden ref=${input} onChange=${choose} />
    ${
      picture &&
      html`<span class="soft">${picture.name}</span>
        <${Segments}
          label=${words.lookLabel}
          value=${picture.look}
          choices=${Object.entries(words.looks)}
          choose=${(/** @type {Picture['look']} */ name) => set({ ...picture, look: name })}
        />
        ${
          isOther &&
          html`<${Segments}
            label=${words.fitLabel}
            value=${picture.fit}
            choices=${Object.entries(words.fits)}
            choose=${(/** @type {Picture['fit']} */ fit) => set({ ...picture, fit })}
          />`
        }
        <button type="button" class="link" onClick=${() => set(null)}>${words.remove}</button>`
    }
    <p class="problem" role="alert" ref=${problem}></p>
    ${isOther && figures && html`<p class="soft other-shape" role="status">${words.otherShape[picture.fit](figures)}</p>`}
    <p class="soft">${words.stays}</p>
  </div>`;
}
