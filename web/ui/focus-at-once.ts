/** Replaces `autoFocus`, which browsers ignore after another element had the focus. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()
