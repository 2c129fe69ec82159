/**
 * Checks the layout of any page: texts must not be clipped, leave their control, or overlap.
 *
 * @param {import('playwright-core').Page} page
 * @returns {Promise<string[]>} a sentence for each fault
 */
export function layoutFaults(page) {
  return page.evaluate(faultsHere);
}

/** Runs in the page. */
export function faultsHere() {
  /** Rounding, and the part of a glyph outside its box. */
  const SLACK = 1.5;
  const CONTROLS = 'button, summary, select, input:not([type=range], [type=checkbox], [type=radio])';
  /** @typedef {{ left: number, right: number, top: number, bottom: number }} Box */
  /** @typedef {{ text: string, element: Element, box: Box }} Part */

  /**
   * Computes a value once for each element.
   *
   * @template T @param {(element: Element) => T} compute @returns {(element: Element) => T}
   */
  const once = (compute) => {
    /** @type {Map<Element, T>} */
    const known = new Map();
    return (element) => {
      if (!known.has(element)) known.set(element, compute(element));
      return /** @type {T} */ (known.get(element));
    };
  };
  /** @param {Element} element @returns {Element | null} in the tree that is shown */
  const parentOf = (element) =>
    element.assignedSlot ??
    element.parentElement ??
    /** @type {ShadowRoot} */ (element.getRootNode()).host ??
    null;
  const pathOf = once((element) => {
    const path = [];
    for (let each = /** @type {Element | null} */ (element); each; each = parentOf(each)) path.push(each);
    return path;
  });
  const boxOf = once((element) => element.getBoundingClientRect());
  const styleOf = once((element) => {
    const { clipPath, fontSize, overflowX, overflowY, position, transform } = getComputedStyle(element);
    return { clipPath, fontSize, overflowX, overflowY, position, transform };
  });
  /** @param {Element} element */
  const nameOf = (element) => {
    const map = /** @type {HTMLElement | undefined} */ (
      pathOf(element).find((each) => each.localName === 'heed-map')
    );
    const matrix = map?.dataset.matrix === undefined ? '' : `${map.dataset.matrix} `;
    return `${matrix}${element.localName}${element.getAttribute('class') ? `.${element.getAttribute('class')?.split(' ')[0]}` : ''}`;
  };
  const round = (/** @type {Box} */ { left, top, right, bottom }) =>
    `${[left, top, right, bottom].map(Math.round)}`;

  /** @type {Element[]} */
  const all = [];
  const walk = (/** @type {ParentNode} */ root) => {
    for (const each of root.querySelectorAll('*')) {
      all.push(each);
      if (each.shadowRoot) walk(each.shadowRoot);
    }
  };
  walk(document);
  const seen = all.filter((element) => {
    if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) return false;
    // Text for screen readers only has a box of one pixel.
    return !pathOf(element).some((each) => styleOf(each).clipPath !== 'none');
  });

  /** @type {string[]} */
  const found = [];
  /** @type {Part[]} */
  const texts = [];
  for (const element of seen) {
    const style = styleOf(element);
    if (
      !(element instanceof SVGElement) &&
      /hidden|clip/.test(style.overflowX) &&
      element.scrollWidth > element.clientWidth + 1 &&
      element.textContent?.trim()
    ) {
      found.push(
        `${nameOf(element)} cuts off "${element.textContent.trim().slice(0, 40)}": ${element.scrollWidth} px in ${element.clientWidth}`,
      );
    }
    if (/^(?:option|optgroup|select|title|style|script|noscript)$/.test(element.localName)) continue;
    const path = pathOf(element);
    // The boxes of rotated elements are larger than what is drawn.
    if (path.some((each) => /matrix\((?!1, 0, 0, 1)/.test(styleOf(each).transform))) continue;
    for (const node of element.childNodes) {
      const text = node.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').trim() : '';
      if (text === '') continue;
      const range = document.createRange();
      range.selectNodeContents(node);
      // A text in MathML is drawn at the place of its element, and not of its range.
      for (const rect of element instanceof MathMLElement ? [boxOf(element)] : range.getClientRects()) {
        // A link for the keyboard is far outside until it has the focus.
        if (rect.width < 1 || rect.height < 1 || rect.right < -1000) continue;
        // The ink of a line: without the space that a font reserves above and below it.
        const [middle, half] = [
          (rect.top + rect.bottom) / 2,
          Math.min(rect.height, Number.parseFloat(style.fontSize)) * 0.34,
        ];
        texts.push({
          text: text.slice(0, 40),
          element,
          box: { left: rect.left, right: rect.right, top: middle - half, bottom: middle + half },
        });
      }
    }
  }

  for (const { text, element, box } of texts) {
    for (const each of pathOf(element)) {
      const style = styleOf(each);
      if (/auto|scroll/.test(style.overflowX + style.overflowY)) break;
      const outer = boxOf(each);
      const isOut =
        box.left < outer.left - SLACK ||
        box.right > outer.right + SLACK ||
        box.top < outer.top - SLACK ||
        box.bottom > outer.bottom + SLACK;
      if (
        isOut &&
        (each.matches(CONTROLS) || (/hidden|clip/.test(style.overflowX) && !(each instanceof SVGElement)))
      ) {
        found.push(`"${text}" at ${round(box)} leaves ${nameOf(each)} at ${round(outer)}`);
        break;
      }
      if (each === document.body && (box.left < -SLACK || box.right > innerWidth + SLACK))
        found.push(`"${text}" at ${round(box)} leaves the page, ${innerWidth} wide`);
    }
  }

  const boxes = seen
    .filter((each) => each.matches(`${CONTROLS}, canvas`))
    .map((element) => ({ text: nameOf(element), element, box: boxOf(element) }));
  /** @param {Box} one @param {Box} other */
  const overlap = (one, other) =>
    Math.min(one.right, other.right) - Math.max(one.left, other.left) > SLACK &&
    Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top) > SLACK;
  const mapOf = (/** @type {Element} */ element) =>
    pathOf(element).find(
      (each) => each.localName === 'heed-map' || each.matches('.plot, .one-map, .map, .box, .heads-box'),
    );
  /** The boxes that an element can be scrolled out of. */
  const clipsOf = once((element) =>
    pathOf(element)
      .filter((each) => each !== document.body && each !== document.documentElement)
      .filter((each) => /auto|scroll|hidden|clip/.test(styleOf(each).overflowX + styleOf(each).overflowY))
      .map(boxOf),
  );
  /** Whether a part is not scrolled out of its box. @param {Part} part */
  const inSight = ({ element, box }) =>
    clipsOf(element).every(
      (outer) =>
        box.left >= outer.left - SLACK &&
        box.right <= outer.right + SLACK &&
        box.top >= outer.top - SLACK &&
        box.bottom <= outer.bottom + SLACK,
    );
  /** Whether an element is a bar that does not scroll with the page; what sticks in a scroller does. */
  const floats = once((element) =>
    pathOf(element).some((each, index, path) => {
      const { position } = styleOf(each);
      if (position !== 'sticky') return position === 'fixed';
      return !path.slice(index + 1).some((outer) => styleOf(outer).overflowX === 'auto');
    }),
  );
  const shown = texts.filter(inSight);
  const shownBoxes = boxes.filter(inSight);
  shown.forEach((part, place) => {
    for (const other of shown.slice(place + 1)) {
      if (
        part.element !== other.element &&
        overlap(part.box, other.box) &&
        floats(part.element) === floats(other.element)
      ) {
        found.push(
          `"${part.text}" (${nameOf(part.element)}) at ${round(part.box)} lies on "${other.text}" (${nameOf(other.element)}) at ${round(other.box)}`,
        );
      }
    }
    for (const other of shownBoxes) {
      if (
        !overlap(part.box, other.box) ||
        pathOf(part.element).includes(other.element) ||
        pathOf(other.element).includes(part.element) ||
        floats(part.element) !== floats(other.element)
      )
        continue;
      // Labels, digits and fields are on the canvas of their own map.
      if (
        other.element.localName === 'canvas' &&
        mapOf(part.element) &&
        pathOf(other.element).includes(/** @type {Element} */ (mapOf(part.element)))
      )
        continue;
      found.push(
        `"${part.text}" (${nameOf(part.element)}) at ${round(part.box)} lies on ${other.text} at ${round(other.box)}`,
      );
    }
  });

  // Digits are drawn in the middle of their cells, and are at most as wide as them.
  for (const map of seen.filter((each) => each.localName === 'heed-map')) {
    const { figure } = /** @type {any} */ (map);
    const canvas = map.shadowRoot?.querySelector('canvas');
    const widths = /** @type {Map<Element, number>} */ (/** @type {any} */ (globalThis).drawnTexts)?.get(
      /** @type {Element} */ (canvas),
    );
    if (!figure || !canvas || widths === undefined) continue;
    const cell = canvas.width / figure.matrix.cols;
    if (widths > cell + 0.5)
      found.push(`${nameOf(canvas)} draws digits of ${widths.toFixed(1)} px in cells of ${cell.toFixed(1)}`);
    const size = /** @type {Map<Element, number>} */ (/** @type {any} */ (globalThis).drawnSizes).get(canvas);
    if (size !== undefined && size < 11 * devicePixelRatio)
      found.push(`${nameOf(canvas)} draws digits of ${size} px`);
  }
  return [...new Set(found)];
}

/**
 * Records the width of the widest text of each canvas since it was cleared, and its smallest font size; it
 * runs in the page before everything else.
 */
export function keepDrawnTexts() {
  const drawnTexts = new Map();
  const drawnSizes = new Map();
  Object.assign(globalThis, { drawnTexts, drawnSizes });
  const { fillText, clearRect, putImageData } = CanvasRenderingContext2D.prototype;
  /** @param {any} context */
  const clear = ({ canvas }) => {
    drawnTexts.set(canvas, 0);
    drawnSizes.delete(canvas);
  };
  CanvasRenderingContext2D.prototype.fillText = function keep(...args) {
    drawnTexts.set(this.canvas, Math.max(drawnTexts.get(this.canvas) ?? 0, this.measureText(args[0]).width));
    const size = Number.parseFloat(/[\d.]+(?=px)/.exec(this.font)?.[0] ?? 'NaN');
    drawnSizes.set(this.canvas, Math.min(drawnSizes.get(this.canvas) ?? Infinity, size));
    return fillText.apply(this, args);
  };
  CanvasRenderingContext2D.prototype.clearRect = function keep(...args) {
    clear(this);
    return clearRect.apply(this, args);
  };
  CanvasRenderingContext2D.prototype.putImageData = function keep(/** @type {any[]} */ ...args) {
    clear(this);
    return /** @type {any} */ (putImageData).apply(this, args);
  };
}
