import { element, setText } from '../../../ui/dom.js';

/** The distance between the pointer and the tip, in CSS pixels. */
const DISTANCE = 14;

/** A tooltip beside the pointer. It is in the top layer, where no scrolling box can clip it. */
export function tipView() {
  const [title, value, formula] = [
    element('b'),
    element('span', { class: 'value' }),
    element('span', { class: 'formula' }),
  ];
  const node = element('div', { class: 'tip', role: 'tooltip', hidden: true }, title, value, formula);
  if ('popover' in node) node.popover = 'manual';

  return {
    node,
    /**
     * @param {{ title: string, value: string, formula: string }} about @param {{ x: number, y: number }} at
     */
    show(about, { x, y }) {
      setText(title, about.title);
      setText(value, about.value);
      setText(formula, about.formula);
      node.hidden = false;
      if (node.popover && !node.matches(':popover-open')) node.showPopover();
      const { width, height } = node.getBoundingClientRect();
      const left = x + DISTANCE + width > innerWidth ? x - DISTANCE - width : x + DISTANCE;
      const top = y + DISTANCE + height > innerHeight ? y - DISTANCE - height : y + DISTANCE;
      Object.assign(node.style, { left: `${Math.max(0, left)}px`, top: `${Math.max(0, top)}px` });
    },
    hide() {
      if (node.popover && node.matches(':popover-open')) node.hidePopover();
      node.hidden = true;
    },
  };
}
