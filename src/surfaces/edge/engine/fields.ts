/** Headers as they were sent: names and values in turns. */
export type Fields = readonly string[]

/**
 * Lines of a head: a token, a colon right behind it, and a value of visible characters with spaces and tabs within and
 * spaces around it. A line that goes on with a space, a lone carriage return, every control character and a tab at either
 * end of a value, which not everybody takes off, are none.
 *
 * Source: RFC 9110, 5.1 and 5.5; RFC 9112, 5.
 */
// oxlint-disable-next-line no-control-regex
const LINES =
  /(?:[!#$%&'*+\-.^_`|~\dA-Za-z]+: *(?:[^\x00-\x20\x7f](?:[^\x00-\x08\x0a-\x1f\x7f]*[^\x00-\x20\x7f])? *)?\r\n)*$/y

/** Read the lines of a head from `at` to its end; null when one of them is no header. Pure. */
export function readFields(head: string, at: number): string[] | null {
  LINES.lastIndex = at
  if (!LINES.test(head)) return null
  const fields: string[] = []
  while (at < head.length) {
    const colon = head.indexOf(':', at)
    const end = head.indexOf('\r\n', colon)
    fields.push(head.slice(at, colon), withoutSpaces(head, colon + 1, end))
    at = end + 2
  }
  return fields
}

/** By hand, as a pattern that looks for the spaces before an end takes its square in time. */
function withoutSpaces(head: string, from: number, to: number): string {
  while (from < to && isSpace(head.charCodeAt(from))) from++
  while (to > from && isSpace(head.charCodeAt(to - 1))) to--
  return head.slice(from, to)
}

const isSpace = (code: number): boolean => code === 0x20

/** @param wanted In lower case. */
export const isNamed = (name: string, wanted: string): boolean =>
  name.length === wanted.length && (name === wanted || name.toLowerCase() === wanted)

/** All values of a header, in their order. @param wanted In lower case. */
export function valuesOf(fields: Fields, wanted: string): readonly string[] {
  let found: string[] | null = null
  for (let index = 0; index < fields.length; index += 2)
    if (isNamed(fields[index]!, wanted)) (found ??= []).push(fields[index + 1]!)
  return found ?? NONE
}

const NONE: readonly string[] = []

/** The values of a header as one; undefined when it was not sent. */
export function valueOf(fields: Fields, wanted: string): string | undefined {
  const values = valuesOf(fields, wanted)
  return values.length < 2 ? values[0] : values.join(wanted === 'cookie' ? '; ' : ', ')
}

/** Whether a header that holds a list holds this, in any case. @param option In lower case. */
export const lists = (fields: Fields, wanted: string, option: string): boolean =>
  valuesOf(fields, wanted).some(
    (value) =>
      value.length >= option.length &&
      value.split(',').some((entry) => entry.trim().toLowerCase() === option),
  )

/** As lines of a head. */
export function linesOf(fields: Fields): string {
  let lines = ''
  for (let index = 0; index < fields.length; index += 2) lines += `${fields[index]}: ${fields[index + 1]}\r\n`
  return lines
}
