/** Also matches an escaped backslash, so that a `u` after it does not count as an escape. */
const ESCAPES =
  /\\\\|\\u[dD][89abAB][\da-fA-F]{2}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|\\u[dD][c-fC-F][\da-fA-F]{2}/g

const HALF_ESCAPE_LENGTH = '\\ud800'.length

/** Replaces lone surrogates by U+FFFD, because readers outside JavaScript reject them. */
export function wellFormedJson(json: string): string {
  const text = json.toWellFormed()
  if (!/\\u[dD][89a-fA-F]/.test(text)) return text
  return text.replace(ESCAPES, (escape) => (isHalf(escape) ? '\\ufffd' : escape))
}

const isHalf = (escape: string): boolean => escape.length === HALF_ESCAPE_LENGTH
