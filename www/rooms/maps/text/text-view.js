/** The text of the open head: its tokens, tinted by the weights of one of them, and a sentence about it. */
import { paintMap } from '../program.js';
import { fixed } from '../../../format/decimal.js';
import { localized } from '../../../format/display.js';
import { Mounted, Segments } from '../../../ui/controls.js';
import { element } from '../../../ui/dom.js';
import { html, render } from '../../../ui/html.js';
import { HeadKeys } from '../chosen/chosen-view.js';
import { HEAD_COLORS, paintHeads } from '../chosen/colors.js';
import { largestOf, pairOfToken, weightsOf } from './looks.js';
import { areWeightsIn, capitalized, plainSentence, sentenceOf, unitAt } from './sentence.js';
import { tokenRun } from './token-run.js';
import { textCache } from './units.js';
/** @import { Language } from '../../../state/languages.js' */
/** @import { MapInfo } from '../types.js' */
/** @import { Scene } from '../head/scene.js' */
/** @import { Colors } from '../head/tiles.js' */
/** @import { Cell } from '../head/viewport.js' */
/** @import { Direction, Stores } from './looks.js' */
/** @import { HeadText, Unit } from './units.js' */
/** @import { Part } from './sentence.js' */
/** @import { Look } from './token-run.js' */

/** @typedef {Pick<Look, 'weights' | 'pixels' | 'lanes' | 'isMean'>} Tints */

/** The keys that move in the text. */
const MOVES = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown', 'Home', 'End'];

/**
 * The text row and the sentence row. The pointer and the keyboard point at a token, whose pair with what it
 * looks at most is the active cell of the map. A click or Enter holds it: then it is the cursor of the map.
 *
 * @param {object} host
 * @param {Stores} host.stores
 * @param {() => Cell | null} host.cursor
 * @param {(cell: Cell | null) => void} host.hold
 * @param {() => void} host.redraw
 * @param {(text: string) => void} host.announce
 */
export function textView({ stores, cursor, hold, redraw, announce }) {
  const textOf = textCache();
  const [main, queries] = [tokenRun(redraw), tokenRun(redraw)];
  /** Behind the last token: what comes next. */
  const after = element('div', { class: 'after' });
  const box = element('div', { class: 'tokens', tabindex: 0, role: 'application' }, queries.node, main.node);
  const rows = element('div', { class: 'text-row' }, box, after);
  const node = element('section', { class: 'text-view' });
  /** @type {Direction} */
  let direction = 'at';
  /** The token under the pointer or at the cursor of the keys: a query or a key. @type {number | null} */
  let pointed = null;
  /** A token that is held once its weights are there. @type {number | null} */
  let awaited = null;
  let isSpeechPending = false;
  /** Whether it is the pointer that points, under which nothing may move. */
  let isPointer = false;
  /** The cursor of the last draw. @type {Cell | null} */
  let lastCursor = null;
  /** @type {{ text: HeadText | null, info: MapInfo, sentence: Part[] } | null} */
  let drawn = null;
  /** The last tints, and what they were drawn for. @type {{ of: unknown[], tints: Tints } | null} */
  let tinted = null;

  /** The run with the tokens that can be pointed at, and the cell of the text for one of them. */
  const isOther = () => direction === 'at' && drawn?.text?.queries;
  const run = () => (isOther() ? queries : main);
  const offset = () => (direction === 'at' && !drawn?.text?.queries ? (drawn?.text?.offset ?? 0) : 0);
  const count = () => (direction === 'at' ? drawn?.info.queries : drawn?.info.keys) ?? 0;
  const held = () => {
    const now = cursor();
    return now && (direction === 'at' ? now.query : now.key);
  };
  /** @param {number | null} token */
  function point(token) {
    const next = token !== null && token >= 0 && token < count() ? token : null;
    if (next === pointed) return;
    pointed = next;
    redraw();
  }
  /** @param {number | null} token */
  function holdToken(token) {
    awaited = null;
    if (token === null || !drawn) return hold(null);
    const pair = pairOfToken(direction, token, drawn.info, stores);
    if (pair) return hold(pair);
    awaited = token;
    redraw();
  }
  /** @param {Direction} next */
  function turn(next) {
    if (next === direction) return;
    // The held token stays the same.
    const token = pointed ?? held();
    const shift = drawn?.text?.queries ? null : (drawn?.text?.offset ?? 0);
    direction = next;
    pointed = null;
    const other = token !== null && shift !== null ? token + (next === 'at' ? -shift : shift) : null;
    isSpeechPending = box.matches(':focus');
    if (other !== null && other >= 0 && other < count()) holdToken(other);
    redraw();
  }
  const turned = () => /** @type {Direction} */ (direction === 'at' ? 'by' : 'at');

  /** @param {Event} event */
  const tokenAt = (event) => {
    const unit = run().unitOf(event.target);
    return unit ? unit.first - offset() : null;
  };
  const listeners = {
    /** @param {PointerEvent} event */
    pointermove(event) {
      if (event.pointerType === 'touch') return;
      const token = tokenAt(event);
      isPointer = true;
      // Between two tokens, the last one stays, so that nothing flickers.
      if (token !== null) point(token);
    },
    pointerleave: () => point(null),
    /** @param {MouseEvent} event */
    click(event) {
      const token = tokenAt(event);
      if (token === null || token < 0 || token >= count()) return;
      const isTouch = /** @type {PointerEvent} */ (event).pointerType === 'touch';
      if (token !== held()) return holdToken(token);
      if (isTouch) return turn(turned());
      pointed = null;
      hold(null);
    },
    blur: () => point(null),
    /** @param {KeyboardEvent} event */
    keydown(event) {
      if (event.isComposing || event.altKey || event.ctrlKey || event.metaKey || !drawn) return;
      const now = pointed ?? held();
      isPointer = false;
      if (MOVES.includes(event.key)) {
        const from = (now ?? 0) + offset();
        const unit = now === null && event.key !== 'End' ? null : run().neighbor(from, event.key);
        point(unit ? Math.max(0, unit.first - offset()) : 0);
      } else if (event.key === 'Enter' || event.key === ' ') holdToken(now === held() ? null : now);
      else if (event.key === 'r' || event.key === 'R') turn(turned());
      else if (event.key === 'Escape' && (pointed !== null || held() !== null)) {
        if (pointed === null || pointed === held()) hold(null);
        pointed = null;
      } else return;
      isSpeechPending = true;
      event.preventDefault();
      redraw();
    },
  };
  for (const [type, listener] of Object.entries(listeners))
    box.addEventListener(type, /** @type {EventListener} */ (listener));

  /** The color of each weight. @param {Float32Array | null} weights @param {Colors} colors */
  const pixelsOf = (weights, { map, theme, scale }) =>
    weights &&
    /** @type {Uint8ClampedArray} */ (
      paintMap({ rows: 1, cols: weights.length, data: weights, map, theme, scale })
    );

  /**
   * The weights of each head that has a color; none until all are there.
   *
   * @param {MapInfo[]} heads @param {Cell} pair
   */
  function partsOf(heads, pair) {
    const parts = heads.map((head) => weightsOf(direction, head, pair, stores));
    return parts.every((part) => part !== null) ? /** @type {Float32Array[]} */ (parts) : [];
  }
  /**
   * What a head looks at most, or what looks at it most, with the weight.
   *
   * @param {Float32Array} weights @param {HeadText | null} text @param {Language} language
   */
  function noteOf(weights, text, language) {
    const most = largestOf(weights);
    if (!text || most < 0) return null;
    const isQuery = direction === 'by';
    const units = isQuery && text.queries ? text.queries : text.keys;
    const cell = isQuery && !text.queries ? most + text.offset : most;
    return `${nameOf(units[unitAt(units, cell)])} ${localized(fixed(weights[most], 2), language)}`;
  }

  /** Shows what comes behind the text alone, while there are no heads. */
  function wait() {
    node.hidden = rows.hidden = false;
    box.hidden = true;
    render(
      html`<${Mounted} node=${rows} />
        <div class="sentence-row"></div>`,
      node,
    );
  }

  return {
    node,
    after,
    /**
     * The cell that the pointed token stands for; null without one.
     *
     * @param {MapInfo | null} info @returns {Cell | null}
     */
    activeCell(info) {
      if (pointed === null || !info) return null;
      return (
        pairOfToken(direction, pointed, info, stores) ??
        (direction === 'at' ? { query: pointed, key: 0 } : { query: 0, key: pointed })
      );
    },
    wait,
    /** @param {Scene} scene @param {MapInfo | null} info - of the weights @param {Colors} colors */
    update(scene, info, colors) {
      const { activeCell: pair, shown, text: words } = scene;
      const painted = shown.a?.info;
      if (!info || !painted) {
        if (scene.state.text !== null) return wait();
        node.hidden = true;
        return undefined;
      }
      node.hidden = box.hidden = false;
      const text = textOf(scene);
      const isLarge = info.large !== undefined;
      const isAt = direction === 'at';
      const weights = pair && !isLarge ? weightsOf(direction, info, pair, stores) : null;
      const toPaint =
        pair && weights && painted !== info ? weightsOf(direction, painted, pair, stores) : weights;
      const heads = colors.heads ?? [];
      const parts = pair ? partsOf(heads, pair) : [];
      const sentence = capitalized(
        sentenceOf({
          words,
          language: scene.language,
          direction,
          pair,
          weights: pair && !weights && !isLarge ? null : (weights ?? []),
          text,
          labels: scene.labels,
          isCausal: scene.isCausal,
          areWeights: areWeightsIn(scene),
          what:
            info.isDifference && !info.isSigned
              ? scene.t.differenceOf
              : scene.t.weights[shown.a?.spec.values ?? 'none'],
        }),
      );
      drawn = { text, info, sentence: sentence.length > 0 ? sentence : (drawn?.sentence ?? []) };
      rows.hidden = text === null;
      const now = cursor();
      const isMoved =
        pointed === null ? now?.query !== lastCursor?.query || now?.key !== lastCursor?.key : !isPointer;
      const reveals = !isMoved ? null : isAt ? 'query' : 'key';
      lastCursor = now;
      if (text) drawTokens({ text, pair, weights, toPaint, parts, reveals, isLarge }, scene, colors);
      render(
        html`<${Mounted} node=${rows} />
          <p class="soft parts-note" hidden=${!text?.blocks}>${words.parts[direction]}</p>
          <div class="sentence-row">
            ${
              text &&
              html`<${Segments}
                label=${words.direction}
                value=${direction}
                choices=${[
                  ['at', words.looksAt],
                  ['by', words.lookedAtBy],
                ]}
                choose=${turn}
              />`
            }
            <p class="sentence">${drawn.sentence.map(partView)}</p>
            ${
              heads.length > 0 &&
              html`<${HeadKeys}
                state=${scene.state}
                data=${scene.data}
                theme=${colors.theme}
                label=${scene.chosen.keys}
                notes=${parts.map((part) => noteOf(part, text, scene.language))}
              />`
            }
          </div>`,
        node,
      );
      settleAwaited();
      if (isSpeechPending && sentence.length > 0) {
        isSpeechPending = false;
        announce(plainSentence(sentence));
      }
    },
  };

  /**
   * Draws the tokens with their tints. `toPaint` are the weights that give the tints.
   *
   * @param {{ text: HeadText, pair: Cell | null, weights: ArrayLike<number> | null, toPaint: Float32Array | null, parts: Float32Array[], reveals: 'query' | 'key' | null, isLarge: boolean }} drawing
   * @param {Scene} scene @param {Colors} colors
   */
  function drawTokens({ text, pair, weights, toPaint, parts, reveals, isLarge }, scene, colors) {
    const { text: words, language } = scene;
    const heads = colors.heads ?? [];
    const isAt = direction === 'at';
    const pixels =
      heads.length === 0 ? pixelsOf(toPaint, colors) : parts.length > 0 ? paintHeads(parts, colors) : null;
    const inText = (/** @type {number} */ query) => query + text.offset;
    const shift = (/** @type {ArrayLike<number> | null} */ list, by = 4) =>
      list && (isAt || text.queries || text.offset === 0 ? list : padded(list, text.offset * by));
    const of = { reveals, language };
    const none = { weights: null, pixels: null, lanes: null, query: null, key: null, isMean: false, ...of };
    const lanes = parts.map((part) => /** @type {Float32Array} */ (shift(part, 1)));
    const tints = {
      weights: shift(weights, 1),
      pixels: /** @type {any} */ (shift(pixels)),
      lanes: heads.length > 0 ? { parts: lanes, colors: HEAD_COLORS[colors.theme] } : null,
      isMean: !isAt,
    };
    // Tints stay until those of the next token are there, so that nothing flickers.
    const subject = [text, direction, heads.length, colors.map, colors.theme];
    const stays = pair && !pixels && !isLarge && tinted?.of.every((each, at) => each === subject[at]);
    if (!stays) tinted = { of: subject, tints };
    const shownTints = { ...(stays && tinted ? tinted.tints : tints), ...of };
    queries.node.hidden = text.queries === null;
    if (text.queries) {
      queries.update(text.queries, null, { ...none, ...(!isAt && shownTints), query: pair?.query ?? null });
      main.update(text.keys, text.blocks, { ...none, ...(isAt && shownTints), key: pair?.key ?? null });
    } else
      main.update(text.keys, text.blocks, {
        ...shownTints,
        query: pair && inText(pair.query),
        key: pair?.key ?? null,
      });
    box.setAttribute('aria-label', words.box({ tokens: text.keys.length }));
    box.setAttribute('aria-roledescription', words.role);
    box.setAttribute('aria-description', words.keys);
  }

  /** Holds a token whose weights have arrived. */
  function settleAwaited() {
    if (awaited === null || !drawn) return;
    const pair = pairOfToken(direction, awaited, drawn.info, stores);
    if (!pair) return;
    awaited = null;
    hold(pair);
  }
}

/** A list of numbers after others that are missing. @param {ArrayLike<number>} list @param {number} count */
function padded(list, count) {
  const all = new (list instanceof Float32Array ? Float32Array : Uint8ClampedArray)(count + list.length);
  all.fill(NaN, 0, count);
  all.set(list, count);
  return all;
}

/** @param {Unit | undefined} unit */
const nameOf = (unit) => unit?.name ?? unit?.text ?? '';

/** @param {Part} part */
function partView(part) {
  if (typeof part === 'string') return part;
  return part.isMain ? html`<b><bdi>${part.token}</bdi></b>` : html`<i><bdi>${part.token}</bdi></i>`;
}
