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
    hand(event.dataTransfer?.files, field instanceof HTMLElement ? (field.dataset.drop ?? null) : null);
  }
  /** @param {ClipboardEvent} event */
  function paste(event) {
    if (!shown() || !event.clipboardData?.files.length) return;
    event.preventDefault();
    hand(event.clipboardData.files, null);
  }
  /** @param {FileList | undefined} files @param {string | null} place */
  function hand(files, place) {
    if (files && files.length > 0) take([...files], place);
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
