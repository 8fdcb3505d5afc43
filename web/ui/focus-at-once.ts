/** `autoFocus` works once per document, and not after another element had the focus. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()
