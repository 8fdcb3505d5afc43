/**
 * Removes the override controls that reverse text: with them `gnp.exe` would look like `exe.png`. Controls that
 * right-to-left languages need stay.
 */
export const inItsDirection = (text: string): string => text.replace(/[\u202D\u202E]/g, '')

/** Shows direction controls in code as text, because they could disguise what the code does. */
export const showDirections = (code: string): string =>
  code.replace(
    /[\u202A-\u202E\u2066-\u2069]/g,
    (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase()}>`,
  )
