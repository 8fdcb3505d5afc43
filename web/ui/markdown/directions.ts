/**
 * Text without the signs that have it read backwards: with them `gnp.exe` would look like `exe.png`. Those that
 * languages written from the right need, stay.
 */
export const inItsDirection = (text: string): string => text.replace(/[\u202D\u202E]/g, '')

/** Code with every sign that changes direction spelled out: nothing may look other than it runs. */
export const showDirections = (code: string): string =>
  code.replace(
    /[\u202A-\u202E\u2066-\u2069]/g,
    (sign) => `<U+${sign.charCodeAt(0).toString(16).toUpperCase()}>`,
  )
