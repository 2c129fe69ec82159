import { shownName } from './reading/shown-name.js';
import { textsIn } from './reading/texts.js';
/** @import { FileActions } from './drop-view.js' */
/** @import { HeadFiles } from './head-files.js' */

/**
 * What the reader does with files.
 *
 * @param {HeadFiles} files
 * @param {object} room
 * @param {() => void} room.changed
 * @param {() => void} room.arrive - called when other files are open, before they are drawn
 * @returns {FileActions}
 */
export function fileActions(files, { changed, arrive }) {
  return {
    take: (chosen) => files.take(chosen),
    takeGenerated: (made) => files.takeGenerated(made),
    place: async (beside) => {
      if (await files.place(beside)) arrive();
    },
    drop() {
      files.dropped = null;
      changed();
    },
    list() {
      const { corpora, data, service, status } = files;
      if (!data || !service || !status) return;
      const { opened } = data;
      const { name, corrections } = status;
      corpora?.list({ name, opened, texts: textsIn(opened), corrections, service }, data);
    },
    get canList() {
      return files.corpora?.canList ?? false;
    },
    cancel: () => files.loader?.cancel(),
    resume: () => void files.loader?.resume(),
    forget: () => files.loader?.forget(),
  };
}

/**
 * What happens with files that are dropped or pasted.
 *
 * @param {HeadFiles} files
 * @param {(over: boolean) => void} dragging
 * @returns {Parameters<typeof import('./drop.js').bindFiles>[1]}
 */
export const droppedFiles = (files, dragging) => ({
  dragging,
  take: (some, place) => {
    if (files.takeOther(some)) return;
    if (place === 'beside' || place === 'instead') void files[place](some);
    else files.take(some);
  },
  store: (folder) => files.corpora?.open({ name: folder.name, folder }),
  without: (folder, isRead) =>
    files.loader?.say(({ maps: { overview: words } }) =>
      (isRead ? words.emptyFolder : words.unreadFolder)({ name: shownName(folder) }),
    ),
});
