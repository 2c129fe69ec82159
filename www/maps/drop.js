/** So many files of a folder are taken. */
const MOST = 256;

/**
 * Takes files from anywhere on the page while the room is shown: dropped, or pasted.
 *
 * @param {HTMLElement} room
 * @param {object} actions
 * @param {(files: File[], place: string | null) => void} actions.take - `place` is the name of the field that they were dropped on
 * @param {(over: boolean) => void} actions.dragging - files are being dragged over the page, or no longer
 * @returns {() => void} ends it
 */
export function bindFiles(room, { take, dragging }) {
  const stop = new AbortController();
  const { signal } = stop;
  const shown = () => room.isConnected && room.checkVisibility();
  const withFiles = (/** @type {DataTransfer | null} */ data) => data?.types.includes('Files') ?? false;
  /** The browser tells of leaving only from element to element: over nothing for a moment is away. @type {ReturnType<typeof setTimeout> | 0} */
  let away = 0;

  /** @param {DragEvent} event */
  function over(event) {
    if (!shown() || !withFiles(event.dataTransfer)) return;
    event.preventDefault();
    if (event.dataTransfer) event.dataTransfer.dropEffect = 'copy';
    clearTimeout(away);
    dragging(true);
  }
  function leave() {
    clearTimeout(away);
    away = setTimeout(() => dragging(false), 120);
  }
  /** @param {DragEvent} event */
  function drop(event) {
    if (!shown() || !withFiles(event.dataTransfer)) return;
    // Without this the browser leaves the page and opens the file.
    event.preventDefault();
    clearTimeout(away);
    dragging(false);
    const field = event.composedPath().find((each) => each instanceof HTMLElement && each.dataset.drop !== undefined);
    const place = field instanceof HTMLElement ? (field.dataset.drop ?? null) : null;
    const files = [...(event.dataTransfer?.files ?? [])];
    // What was dropped is told only during the event.
    const folders = [...(event.dataTransfer?.items ?? [])].map((item) => item.webkitGetAsEntry()).filter((entry) => entry?.isDirectory);
    if (folders.length === 0) return hand(files, place);
    void Promise.all(folders.map((folder) => filesIn(/** @type {FileSystemDirectoryEntry} */ (folder)))).then((found) => {
      const within = found.flat();
      // A folder that is empty or cannot be read is refused like a file.
      hand(within.length > 0 ? [...files.filter(({ name }) => folders.every((folder) => folder?.name !== name)), ...within] : files, place);
    });
    return undefined;
  }
  /** @param {ClipboardEvent} event */
  function paste(event) {
    if (!shown() || !event.clipboardData?.files.length) return;
    event.preventDefault();
    hand([...event.clipboardData.files], null);
  }
  /** @param {File[]} files @param {string | null} place */
  function hand(files, place) {
    if (files.length > 0 && !signal.aborted) take(files, place);
  }

  addEventListener('dragenter', over, { signal });
  addEventListener('dragover', over, { signal });
  addEventListener('dragleave', leave, { signal });
  addEventListener('drop', drop, { signal });
  addEventListener('paste', paste, { signal });
  return () => {
    clearTimeout(away);
    stop.abort();
  };
}

/**
 * The files that lie in a folder, not those in folders within it, nor hidden ones; none where it cannot be read.
 *
 * @param {FileSystemDirectoryEntry} folder
 * @returns {Promise<File[]>}
 */
async function filesIn(folder) {
  const reader = folder.createReader();
  /** @type {FileSystemEntry[]} */
  const entries = [];
  try {
    // It tells of some at a time, and of none at the end.
    for (;;) {
      const some = await new Promise((/** @type {(entries: FileSystemEntry[]) => void} */ done, fail) => { reader.readEntries(done, fail); });
      entries.push(...some);
      if (some.length === 0 || entries.length >= MOST) break;
    }
    const files = entries.filter(({ isFile, name }) => isFile && !name.startsWith('.')).slice(0, MOST);
    return await Promise.all(files.map((entry) => new Promise((done, fail) => { /** @type {FileSystemFileEntry} */ (entry).file(done, fail); })));
  } catch {
    return [];
  }
}
