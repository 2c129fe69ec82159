/**
 * The pictures of open heads. They stay in the page: they are not part of the state, and saved files and
 * links do not have them.
 */
import { track } from '../../../ui/idle.js';
import { withoutPatches } from './layouts.js';
import { shownName } from '../reading/shown-name.js';
/** @import { Strings } from '../../../words/languages.js' */
/** @import { MapsData, MapsState, Opened } from '../types.js' */

/**
 * @typedef {object} Picture
 * @property {string} name
 * @property {ImageBitmap} bitmap
 * @property {'gray' | 'color' | 'none'} look
 * @property {'cut' | 'stretched'} fit
 */

const NAMES = /\.(png|jpe?g|webp|gif|avif|bmp)$/i;

/** Whether a file is a picture by its type or its name. @param {File} file */
export const isPicture = ({ type, name }) => type.startsWith('image/') || NAMES.test(name);

/** By the open files. @type {WeakMap<Opened, Picture>} */
const pictures = new WeakMap();

/** @param {Opened} opened */
export const pictureOf = (opened) => pictures.get(opened) ?? null;

/** @param {Opened} opened @param {Picture | null} picture */
export function setPicture(opened, picture) {
  if (picture) pictures.set(opened, picture);
  else pictures.delete(opened);
}

/**
 * Takes a picture for the open heads.
 *
 * @param {File[]} files
 * @param {object} room
 * @param {MapsData} room.data
 * @param {() => MapsState} room.now
 * @param {(patch: Partial<MapsState>) => void} room.look
 * @param {(message: (t: Strings) => string) => void} room.say
 * @param {() => void} room.changed
 * @returns {boolean} whether the file is a picture
 */
export function takePicture(files, { data, now, look, say, changed }) {
  const [file] = files;
  if (files.length !== 1 || !isPicture(file)) return false;
  const name = shownName(file.name);
  const { opened } = data;
  const count = withoutPatches(now(), data);
  void track(
    createImageBitmap(file).then(
      (bitmap) => {
        if (count > 0) return say((t) => t.image.noPatches({ name, n: count }));
        const { look: before = 'gray', fit = 'cut' } = pictures.get(opened) ?? {};
        setPicture(opened, { name, bitmap, look: before, fit });
        look({ view: 'image' });
        return changed();
      },
      () => say((t) => t.image.unreadable({ name })),
    ),
  );
  return true;
}
