import { localized } from '../../../format/display.js';
import { html } from '../../../ui/html.js';
import { FOLDER } from '../archive.js';
import { isLinked } from '../state.js';
/** @import { EmbedModel } from '../heed-embed.js' */

/**
 * The actions on files.
 *
 * @typedef {object} FileActions
 * @property {(path: string, name: string) => void} script - downloads a script
 * @property {() => void} archive - downloads the whole folder
 * @property {() => void} page - downloads the figure as one file
 * @property {() => void} cell - copies a cell of a notebook that contains the figure
 * @property {(base: string) => void} use - changes the code to load its files from a folder
 */

/**
 * The files that the code needs, as downloads.
 *
 * @param {{ model: EmbedModel, status: string, actions: FileActions }} props
 */
export function Downloads({ model, status, actions }) {
  const { state, pasted, downloads, t } = model;
  const words = t.embed.downloads;
  if (!pasted || !downloads || state.host === 'file') return null;
  const isFile = location.protocol === 'file:';
  const isNotebook = state.host === 'jupyter';
  const needsFolder = isLinked(state);
  // The pages of a course platform have no folder beside them.
  const needsServer = state.host === 'lms';
  const section = (/** @type {unknown} */ content) =>
    html`<section class="downloads">
      <h3>${words.heading}</h3>
      ${content}
      <p class="said" role="status">${status}</p>
    </section>`;
  if (isNotebook && state.figure === 'heads') return null;
  if (isNotebook)
    return section(html`
      <div class="head">
        <button type="button" class="play" onClick=${actions.page}>
          ${words.download({ name: pasted.saved })}
        </button>
        <button type="button" class="plain" onClick=${actions.cell}>${words.cell}</button>
      </div>
      <p class="note">${words.notebook({ name: pasted.saved })}</p>
    `);
  const path = scriptPath(pasted.script, Object.keys(downloads.scripts));
  if (isFile)
    return section(html`<p class="note">${words.fromFile({ path: needsFolder ? 'embed.html' : path })}</p>`);
  const { bytes, gzipped } = downloads.scripts[path] ?? { bytes: 0, gzipped: 0 };
  const name = path.split('/').at(-1) ?? path;
  const usesFolder = model.here === FOLDER;
  return section(html`
    ${
      !needsFolder &&
      html`<div class="head">
        <button type="button" class="play" onClick=${() => actions.script(path, name)}>
          ${words.download({ name })}
        </button>
        <span class="size">${words.sizes({ gzipped: kilobytes(gzipped), raw: kilobytes(bytes) })}</span>
      </div>`
    }
    <div class="head">
      <button type="button" class=${needsFolder ? 'play' : 'plain'} onClick=${actions.archive}>
        ${words.archive}
      </button>
      <span class="size"
        >${words.archiveSize({ megabytes: localized((downloads.gzipped / 1e6).toFixed(1), t.language) })}</span
      >
    </div>
    <p class="note">
      ${needsServer ? words.putServer : needsFolder ? words.putFolder : words.put({ path: `${FOLDER}${path}` })}
    </p>
    ${
      !usesFolder &&
      !needsServer &&
      html`<button type="button" class="plain" onClick=${() => actions.use(FOLDER)}>
        ${words.use({ folder: FOLDER })}
      </button>`
    }
  `);
}

/** The path of a script in the served folder. @param {string} address @param {string[]} paths */
function scriptPath(address, paths) {
  return paths.find((path) => address.endsWith(path)) ?? address;
}

/** @param {number} bytes */
function kilobytes(bytes) {
  return String(Math.max(1, Math.round(bytes / 1000)));
}
