import { shownName } from './reading/shown-name.js';
import { textsIn } from './reading/texts.js';
/** @import { HeadFiles } from './head-files.js' */

/**
 * What the reader does with files.
 *
 * @param {HeadFiles} files
 * @param {object} room
 * @param {() => void} room.changed
 * @param {() => void} room.arrive - called when other files are open, before they are drawn
 */
export function fileActions(files, { changed, arrive }) {
  return {
    take: (/** @type {File[]} */ chosen) => files.take(chosen),
    takeGenerated: (/** @type {File[]} */ made) => files.takeGenerated(made),
    /** Opens the dropped files, beside the open ones or in place of them. @param {boolean} beside */
    async place(beside) {
      if (await files.place(beside)) arrive();
    },
    /** Discards the dropped files. */
    drop() {
      files.dropped = null;
      changed();
    },
    /** Lists the texts of the open files. */
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
    /** Dismisses the messages about the last drop. */
    forget: () => files.loader?.forget(),
  };
}

/** @typedef {ReturnType<typeof fileActions>} FileActions */

/**
 * What happens with files that are dropped or pasted.
 *
 * @param {HeadFiles} files
 * @param {Parameters<typeof import('./drop.js').bindFiles>[1]['dragging']} dragging
 * @returns {Parameters<typeof import('./drop.js').bindFiles>[1]}
 */
export const droppedFiles = (files, dragging) => ({
  dragging,
  take: (some, place) => files.take(some, place),
  store: (folder) => files.corpora?.open({ name: folder.name, folder }),
  without: (folder, isRead) =>
    files.loader?.say(({ maps: { overview: words } }) =>
      (isRead ? words.emptyFolder : words.unreadFolder)({ name: shownName(folder) }),
    ),
});
