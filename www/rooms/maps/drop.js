/** The maximum number of files from dropped folders. */
const MAX_FILES = 256;
/** The maximum depth of nested folders. */
const MAX_DEPTH = 8;

/**
 * Accepts files that are dropped or pasted anywhere on the page while the room is shown.
 *
 * @param {HTMLElement} room
 * @param {object} actions
 * @param {(files: File[], place: string | null) => void} actions.take - `place` is the name of the field that
 *   they were dropped on
 * @param {(over: boolean, isPicture: boolean) => void} actions.dragging - whether files are being dragged over the
 *   page, and whether that is a picture alone
 * @param {(folder: FileSystemDirectoryEntry) => void} [actions.store] - a folder is a Zarr store or an export of
 *   HeadVis, whose files are read when they are needed
 * @param {(folder: string, isRead: boolean) => void} actions.without - only folders without files were
 *   dropped or pasted; `isRead` is false if one could not be read
 * @returns {() => void} removes the listeners
 */
export function bindFiles(room, { take, dragging, store, without }) {
  const stop = new AbortController();
  const { signal } = stop;
  const isVisible = () => room.isConnected && room.checkVisibility();
  const hasFiles = (/** @type {DragEvent} */ { dataTransfer }) =>
    isVisible() && (dataTransfer?.types.includes('Files') ?? false);
  /**
   * Browsers report only that the pointer leaves an element. If it does not enter another one shortly after,
   * it has left the page.
   *
   * @type {ReturnType<typeof setTimeout> | 0}
   */
  let leaveTimer = 0;

  /** @param {DragEvent} event */
  function over(event) {
    if (!hasFiles(event)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    clearTimeout(leaveTimer);
    // Before files are dropped, the browser says only of which types they are.
    const items = [...(event.dataTransfer?.items ?? [])];
    dragging(true, items.length === 1 && items[0].type.startsWith('image/'));
  }
  function leave() {
    clearTimeout(leaveTimer);
    leaveTimer = setTimeout(() => dragging(false, false), 120);
  }
  /** @param {DragEvent} event */
  function drop(event) {
    if (!hasFiles(event)) return;
    // Otherwise the browser navigates to the file.
    event.preventDefault();
    clearTimeout(leaveTimer);
    dragging(false, false);
    const field = event
      .composedPath()
      .find((each) => each instanceof HTMLElement && each.dataset.drop !== undefined);
    const place = field instanceof HTMLElement ? (field.dataset.drop ?? null) : null;
    receive(event.dataTransfer, place);
  }
  /**
   * Takes the files of a drop or paste, and those in its folders.
   *
   * @param {DataTransfer | null} data @param {string | null} place
   */
  function receive(data, place) {
    const files = [...(data?.files ?? [])];
    // The list of entries is available only during the event.
    const folders = /** @type {FileSystemDirectoryEntry[]} */ (
      [...(data?.items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry?.isDirectory)
    );
    if (folders.length === 0) return hand(files, place);
    // A folder is also listed as a file that cannot be read.
    const loose = files.filter(({ name }) => folders.every((folder) => folder.name !== name));
    void readFolders(folders, loose, place);
    return undefined;
  }
  /** @param {FileSystemDirectoryEntry[]} folders @param {File[]} loose @param {string | null} place */
  async function readFolders(folders, loose, place) {
    const stores = store ? await Promise.all(folders.map(isStore)) : [];
    if (signal.aborted) return;
    if (stores.includes(true)) return void store?.(folders[stores.indexOf(true)]);
    const found = await Promise.all(folders.map((folder) => filesIn(folder).catch(() => null)));
    const all = [...loose, ...found.flatMap((some) => some ?? []).slice(0, MAX_FILES)];
    if (all.length > 0) return hand(all, place);
    const unread = found.indexOf(null);
    if (!signal.aborted) without(folders[Math.max(0, unread)].name, unread === -1);
  }
  /** @param {ClipboardEvent} event */
  function paste(event) {
    if (!isVisible() || !event.clipboardData?.files.length) return;
    event.preventDefault();
    receive(event.clipboardData, null);
  }
  /** @param {File[]} files @param {string | null} place */
  function hand(files, place) {
    if (files.length > 0 && !signal.aborted) take(files, place);
  }

  addEventListener('dragenter', over, { signal });
  // This event does not leave the room if the pointer comes from another element of it, as when the fields to
  // drop on appear. If nobody cancels it, the next drop is refused.
  room.shadowRoot?.addEventListener('dragenter', (event) => over(/** @type {DragEvent} */ (event)), {
    signal,
  });
  addEventListener('dragover', over, { signal });
  addEventListener('dragleave', leave, { signal });
  addEventListener('drop', drop, { signal });
  addEventListener('paste', paste, { signal });
  return () => {
    clearTimeout(leaveTimer);
    stop.abort();
  };
}

/** The files by which a store is known. */
const SIGNS = ['zarr.json', '.zgroup', 'measures/zarr.json', 'scatter_data.json', 'data/scatter_data.json'];

/**
 * Whether a folder is a Zarr store, or a part of one that lacks its description, or an export of HeadVis. It
 * may have thousands of files, so they are not listed.
 *
 * @param {FileSystemDirectoryEntry} folder
 * @returns {Promise<boolean>}
 */
async function isStore(folder) {
  const has = (/** @type {string} */ name) =>
    new Promise((/** @type {(has: boolean) => void} */ done) => {
      folder.getFile(
        name,
        {},
        () => done(true),
        () => done(false),
      );
    });
  const found = await Promise.all(SIGNS.map(has));
  return found.includes(true) || /\.zarr$/i.test(folder.name);
}

/**
 * The files in a folder and its subfolders, except hidden ones. They have paths, which browsers leave out.
 *
 * @param {FileSystemDirectoryEntry} folder
 * @param {number} [depth]
 * @returns {Promise<File[]>}
 * @throws {DOMException} if it cannot be read
 */
export async function filesIn(folder, depth = 1) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const entries = [];
  // Entries are read in batches; an empty batch is the last.
  for (;;) {
    const some = await new Promise((/** @type {(entries: FileSystemEntry[]) => void} */ done, fail) => {
      reader.readEntries(done, fail);
    });
    entries.push(...some);
    if (some.length === 0 || entries.length >= MAX_FILES) break;
  }
  const shown = entries.filter(({ name }) => !name.startsWith('.'));
  /** @type {File[]} */
  const files = [];
  // Files come before folders.
  for (const entry of shown.sort((a, b) => Number(b.isFile) - Number(a.isFile))) {
    if (files.length >= MAX_FILES) break;
    if (isFile(entry)) files.push(await fileOf(entry));
    else if (depth < MAX_DEPTH)
      files.push(...(await filesIn(/** @type {FileSystemDirectoryEntry} */ (entry), depth + 1)));
  }
  return files.slice(0, MAX_FILES);
}

/** @param {FileSystemFileEntry} entry @returns {Promise<File>} */
async function fileOf(entry) {
  const file = await new Promise((/** @type {(file: File) => void} */ done, fail) => entry.file(done, fail));
  return Object.defineProperty(file, 'webkitRelativePath', { value: entry.fullPath.slice(1) });
}

/** @param {FileSystemEntry} entry @returns {entry is FileSystemFileEntry} */
const isFile = (entry) => entry.isFile;
