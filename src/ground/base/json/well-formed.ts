/** Half of a pair of escapes, or a whole pair. An escaped backslash is taken with it, so that no `u` behind it counts. */
const ESCAPES =
  /\\\\|\\u[dD][89abAB][\da-fA-F]{2}(?:\\u[dD][c-fC-F][\da-fA-F]{2})?|\\u[dD][c-fC-F][\da-fA-F]{2}/g

const HALF_ESCAPE_LENGTH = '\\ud800'.length

/**
 * JSON whose texts are well-formed Unicode. Half of a surrogate pair, as left by a cut within an emoji,
 * becomes the replacement character: readers outside JavaScript fail on it, in names of fields too.
 *
 * @param json Output of `JSON.stringify`, or any other JSON.
 */
export function wellFormedJson(json: string): string {
  const text = json.toWellFormed()
  if (!/\\u[dD][89a-fA-F]/.test(text)) return text
  return text.replace(ESCAPES, (escape) => (isHalf(escape) ? '\\ufffd' : escape))
}

const isHalf = (escape: string): boolean => escape.length === HALF_ESCAPE_LENGTH
