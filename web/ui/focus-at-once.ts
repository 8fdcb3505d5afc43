/** Puts the keyboard where it belongs as soon as that is there: in a form that somebody opened, or on what took the place of a row. */
export const focusAtOnce = (element: HTMLElement | null): void => element?.focus()
