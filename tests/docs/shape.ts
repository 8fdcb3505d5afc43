/**
 * Compares a page's sample output with an actual output: the same lines in order. Numbers, identifiers and white
 * space may differ, `…` matches any text, and the output may contain more lines.
 *
 * @returns The first missing line, or null.
 */
export function missingLine(shown: string, actual: string): string | null {
  const lines = actual.split('\n')
  let from = 0
  for (const line of shown.split('\n')) {
    if (line.trim() === '') continue
    const at = lines.findIndex((candidate, index) => index >= from && pattern(line).test(candidate))
    if (at === -1) return line
    from = at + 1
  }
  return null
}

const VARIABLE = /…|\b(?=[0-9a-f-]*\d)[0-9a-f]{8}[0-9a-f-]*\b|\d+|\s+/g

const pattern = (line: string): RegExp => {
  let source = ''
  let end = 0
  for (const match of line.trim().matchAll(VARIABLE)) {
    source += literal(line.trim().slice(end, match.index)) + stand(match[0])
    end = match.index + match[0].length
  }
  return new RegExp(`^\\s*${source}${literal(line.trim().slice(end))}\\s*$`)
}

const literal = (text: string): string => text.replaceAll(/[\\^$.*+?()[\]{}|/-]/g, '\\$&')

const stand = (variable: string): string => {
  if (variable === '…') return '.*'
  if (variable.trim() === '') return '\\s+'
  return /^\d+$/.test(variable) ? '\\d+' : '[0-9a-f-]+'
}

/**
 * Compares the shape of a page's sample JSON with actual JSON: each key, with a value of the same type. Additional
 * keys and list items are allowed.
 *
 * @returns The first difference, such as `items.0.name is no string`, or null.
 */
export function misshapen(shown: unknown, actual: unknown, path = ''): string | null {
  if (kindOf(shown) !== kindOf(actual)) return `${path || 'it'} is ${kindOf(actual)}, not ${kindOf(shown)}`
  if (Array.isArray(shown))
    return firstOf(
      shown.map((item, index) => misshapen(item, (actual as unknown[])[index], `${path}.${index}`)),
    )
  if (shown !== null && typeof shown === 'object')
    return firstOf(
      Object.entries(shown).map(([key, value]) =>
        misshapen(value, (actual as Record<string, unknown>)[key], `${path}.${key}`),
      ),
    )
  return null
}

const kindOf = (value: unknown): string => {
  if (value === null || value === undefined) return 'nothing'
  return Array.isArray(value) ? 'list' : typeof value
}

const firstOf = (complaints: readonly (string | null)[]): string | null =>
  complaints.find((text) => text !== null) ?? null
