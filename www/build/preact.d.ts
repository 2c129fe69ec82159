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

/** A value that a component keeps. Setting it renders the component again. */
export function useState<S>(initial: S | (() => S)): [S, (next: S | ((before: S) => S)) => void];

/** An object that a component keeps; nothing is rendered when it changes. */
export function useRef<T>(initial: T): { current: T };

/** A value that is computed again when one of the inputs has changed. A view that is the same object is not compared. */
export function useMemo<T>(compute: () => T, inputs: readonly unknown[]): T;

/** Runs after the elements were updated, before the page is painted, when one of the inputs has changed. What it returns undoes it. */
export function useLayoutEffect(effect: () => void | (() => void), inputs?: readonly unknown[]): void;
