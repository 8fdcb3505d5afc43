/**
 * Puts the keyboard where it belongs as soon as that is there: in a form that somebody opened, or on what took the place of a
 * row. `autoFocus` does so once a document only, and not after somebody has been elsewhere in it.
 */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()
