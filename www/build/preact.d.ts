/** What is used of Preact and htm. See vendor.mjs. */

/** What a template stands for: elements that `render` makes or updates. */
export interface View {
  readonly type: unknown;
  readonly props: unknown;
}

/** A template of elements and components. Values become text, attributes, properties and listeners, never markup. */
export function html(strings: TemplateStringsArray, ...values: unknown[]): View;

/** Makes the elements of a view in an element, or updates those that are there. */
export function render(view: View, parent: Element): void;

/** A component that keeps something of its own from one rendering to the next. */
export abstract class Component<P> {
  constructor(props: P);
  readonly props: P;
  abstract render(props: P): View;
}
