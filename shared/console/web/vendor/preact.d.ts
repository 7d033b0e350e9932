// The types of what the console uses of `preact.js`.
export type Child = unknown;
export interface Ref<T> {
  current: T;
}
export function h(type: unknown, props: object | null, ...children: Child[]): Child;
export function html(strings: TemplateStringsArray, ...values: unknown[]): Child;
export function render(child: Child, parent: Element): void;
export function useState<T>(initial: T | (() => T)): [T, (next: T | ((now: T) => T)) => void];
export function useReducer<S, A>(reducer: (state: S, action: A) => S, initial: S): [S, (action: A) => void];
export function useEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useLayoutEffect(effect: () => void | (() => void), inputs?: unknown[]): void;
export function useRef<T>(initial: T): Ref<T>;
export function useMemo<T>(make: () => T, inputs: unknown[]): T;
export function useCallback<F>(callback: F, inputs: unknown[]): F;
export function useErrorBoundary(handler?: (error: unknown) => void): [unknown, () => void];
