/**
 * The line between the page and where the work is done: what is asked is remembered until it is answered, so that another station can go on where one ends.
 */
import { cancelled, errorOf } from './refusals.js';
import { LONG } from './requests.js';
import { silence } from './silence.js';
/** @import { HeadFound, Progress, Reading } from '../types.js' */
/** @import { Answer } from './desk.js' */
/** @import { Asks } from './requests.js' */
/** @import { Begin, Station } from './stations.js' */

/** So long may what was cancelled go on before its station is ended, in milliseconds. */
const GRACE = 80;
/** So many seconds a station may be silent: while a file is opened or the station begins, and while something is worked, which may be slow on a small machine. */
const SILENT = { opening: 5, working: 30 };

/** @typedef {(progress: Progress, heads: HeadFound[]) => void} Hear */
/** @typedef {{ id: number, ask: keyof Asks, with: unknown[], hear: Hear, resolve: (value: any) => void, reject: (error: Error) => void }} Ask */
/** What a new station has to know. @typedef {{ files: Map<number, Blob>, readings: (Reading | undefined)[] }} Memory */

/**
 * @param {Begin[]} begins - where the work may be done; where one cannot be begun, the next is tried
 * @param {WebAssembly.Module | Promise<WebAssembly.Module>} module
 * @param {Memory} memory
 * @param {(sentence: string) => void} failed - called when a station failed and another has taken its place
 */
export function line(begins, module, memory, failed) {
  /** What was asked and is not answered. @type {Map<number, Ask>} */
  const asked = new Map();
  /** What was cancelled and is not answered. @type {Map<number, Ask>} */
  const leaving = new Map();
  /** @type {Station | null} */
  let station = null;
  /** Which of the places is tried, and which station of all it is: what others say is not heard. */
  let [place, life, next] = [0, 0, 1];
  let [hasBegun, isReady, hasEnded] = [false, false, false];
  const quiet = silence({
    waits: () => !hasEnded && (asked.size > 0 || (station !== null && !isReady)),
    most: () => (!isReady || [...asked.values()].some((each) => each.ask === 'open') ? SILENT.opening : SILENT.working),
    ask: () => station?.take({ ping: true }),
    tooLong: () => (isReady ? restart('This took too long, and the engine was started anew.', [...asked.values()]) : died()),
  });

  async function begin() {
    const mine = (life += 1);
    [hasBegun, isReady] = [true, false];
    quiet.heard();
    leaving.clear();
    quiet.look();
    try {
      const program = await module;
      if (mine !== life) return;
      const isMine = () => mine === life;
      const made = begins[place]((answer) => isMine() && heard(answer), () => isMine() && died());
      station = made;
      const files = [...memory.files].map(([id, blob]) => ({ id, blob }));
      made.take({ begin: { module: program, files, readings: memory.readings } });
      for (const ask of asked.values()) send(ask);
    } catch (error) {
      if (mine === life) notBegun(error instanceof Error ? error.message : String(error));
    }
  }

  /** @param {Ask} ask */
  function send({ id, ask, with: given }) {
    station?.take({ id, ask, with: given });
  }

  /** Ends what there is. */
  function leave() {
    life += 1;
    station?.end();
    station = null;
  }

  /** Another station in place of this one. */
  function change() {
    leave();
    for (const ask of [...asked.values()].filter((each) => each.ask === 'tile' || each.ask === 'row')) {
      refuse(ask, errorOf({ message: 'The map has to be made again: the engine was started anew.', class: 'gone' }));
    }
    void begin();
  }

  /** @param {string} sentence */
  function notBegun(sentence) {
    leave();
    place += 1;
    if (place < begins.length) return void begin();
    // When something is asked again, it is tried again from the first place on.
    [place, hasBegun] = [0, false];
    for (const ask of [...asked.values()]) refuse(ask, new Error(sentence));
    quiet.look();
  }

  /** What a station did that cannot go on. */
  function died() {
    if (!isReady) notBegun('The engine could not start.');
    else restart('The engine stopped and was started anew.', [...asked.values()]);
  }

  /** @param {string} sentence @param {Ask[]} lost - what failed with it; everything else is asked again */
  function restart(sentence, lost) {
    // Who asked need not say again what `failed` says.
    for (const ask of lost) refuse(ask, errorOf({ message: sentence, class: 'restarted' }));
    change();
    failed(sentence);
  }

  /** @param {Ask} ask @param {Error} error */
  function refuse(ask, error) {
    asked.delete(ask.id);
    ask.reject(error);
  }

  /** @param {Answer} answer */
  function heard(answer) {
    quiet.heard();
    if ('ready' in answer) isReady = true;
    else if ('failed' in answer) notBegun(answer.failed);
    else if ('id' in answer) answered(answer);
    quiet.look();
  }

  /** @param {Extract<Answer, { id: number }>} answer */
  function answered(answer) {
    const ask = asked.get(answer.id);
    if ('progress' in answer) ask?.hear(answer.progress, answer.heads ?? []);
    else if ('value' in answer) {
      asked.delete(answer.id);
      ask?.resolve(answer.value);
      unwanted(answer.id);
    } else {
      const left = leaving.get(answer.id);
      leaving.delete(answer.id);
      if (answer.fatal) restart(answer.refused.message, ask ? [ask] : []);
      else if (ask && !left) refuse(ask, errorOf(answer.refused));
    }
  }

  /** Lets go what was made although it was cancelled. @param {number} id */
  function unwanted(id) {
    const left = leaving.get(id);
    leaving.delete(id);
    const made = left?.with[0];
    if (left?.ask === 'open') ask('close', [/** @type {{ id: number }[]} */ (made).map((file) => file.id)]).catch(() => {});
    if (left?.ask === 'map') ask('release', [made]).catch(() => {});
  }

  /**
   * @param {keyof Asks} name
   * @param {unknown[]} given
   * @param {Hear} [hear]
   * @returns {Promise<any>}
   */
  function ask(name, given, hear = () => {}) {
    return new Promise((resolve, reject) => {
      if (hasEnded) return void reject(cancelled('The service was ended.'));
      const each = { id: next, ask: name, with: given, hear, resolve, reject };
      next += 1;
      asked.set(each.id, each);
      if (hasBegun) send(each);
      else void begin();
      quiet.look();
    });
  }

  function cancel() {
    const long = [...asked.values()].filter((each) => LONG[each.ask] !== undefined);
    if (long.length === 0) return;
    for (const each of long) {
      leaving.set(each.id, each);
      refuse(each, cancelled());
    }
    station?.take({ cancel: true });
    const mine = life;
    setTimeout(() => {
      // What goes on does not listen, and is ended from outside; what is asked by now is asked again.
      if (mine !== life || !long.some(({ id }) => leaving.has(id))) return;
      change();
    }, GRACE);
  }

  function end() {
    leave();
    hasEnded = true;
    for (const each of [...asked.values()]) refuse(each, cancelled('The service was ended.'));
    quiet.look();
  }

  return { ask, cancel, end };
}
