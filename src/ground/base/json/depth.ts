/** Maximum nesting of lists and objects in JSON. Validators and `JSON.stringify` recurse for each level. */
export const MAX_JSON_DEPTH = 200

export class JsonTooDeep extends Error {
  override readonly name = 'JsonTooDeep'
  readonly statusCode = 400
  constructor(maxDepth: number) {
    super(`The JSON nests lists and objects more than ${maxDepth} levels deep. Send it with fewer levels.`)
  }
}

/** The result for invalid JSON is meaningless. */
export function isNestedDeeper(text: string, max: number): boolean {
  if (text.length <= 2 * max) return false // each level needs two brackets, so the text is too short
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const code = text.charCodeAt(at)
    if (code === QUOTE) at = endOfString(text, at)
    else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (++depth > max) return true
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) depth--
  }
  return false
}

/** Returns the text's end if the string is unterminated. */
export function endOfString(text: string, start: number): number {
  for (let end = text.indexOf('"', start + 1); end !== -1; end = text.indexOf('"', end + 1)) {
    let escapes = 0
    while (text.charCodeAt(end - 1 - escapes) === BACKSLASH) escapes++
    if (escapes % 2 === 0) return end
  }
  return text.length
}

export const [QUOTE, BACKSLASH, OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT, COMMA] = [
  0x22, 0x5c, 0x5b, 0x5d, 0x7b, 0x7d, 0x2c,
] as const
