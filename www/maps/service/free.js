/**
 * Lets handles of the engine go. After a failure they are of an instance that is there no more, and what failed is to be said, not that.
 *
 * @param {({ free(): void } | null | undefined)[]} handles
 */
export function free(...handles) {
  for (const handle of handles) {
    try {
      handle?.free();
    } catch {
      // It is gone.
    }
  }
}
