/**
 * Moves the focus to an element as soon as it is mounted: in an opened form, or on the replacement of a
 * removed row. `autoFocus` only works once per document, and not after the focus was elsewhere in it.
 */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()
