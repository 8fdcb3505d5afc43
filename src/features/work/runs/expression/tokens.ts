import { numberIn, type AnyNumber } from '#ground/base/json/exact-number.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Misread } from './syntax.ts'

export type Token = (
  | { kind: 'text' | 'name' | 'symbol'; value: string }
  | { kind: 'number'; value: AnyNumber }
  | { kind: 'end'; value: 'the end' }
) & {
  /** Offset in characters. */
  at: number
}

const SPACE = /\s+/y
const NUMBER = /-?\d+(?:\.\d+)?(?:[Ee][+-]?\d+)?(?![\w.])/y
const NAME = /[A-Za-z_][\w-]*/y
const TEXT = /'(?:[^']|'')*'|"(?:[^"\\]|\\["\\])*"/y
const SYMBOL = /==|!=|<=|>=|&&|\|\||[<>!()[\],.]/y
const SYNONYMS: Readonly<Record<string, string>> = { '&&': 'and', '||': 'or', '!': 'not' }

/** The last token is `end`. */
export function tokensOf(source: string): Result<Token[], Misread> {
  const tokens: Token[] = []
  let at = 0
  const take = (pattern: RegExp): string | null => {
    pattern.lastIndex = at
    const found = pattern.exec(source)?.[0] ?? null
    at += found?.length ?? 0
    return found
  }
  while (at < source.length) {
    if (take(SPACE) !== null) continue
    const begin = at
    const number = take(NUMBER)
    const name = number === null ? take(NAME) : null
    const text = number === null && name === null ? take(TEXT) : null
    const symbol = number === null && name === null && text === null ? take(SYMBOL) : null
    if (number !== null) tokens.push({ kind: 'number', value: numberIn(number) ?? Number(number), at: begin })
    else if (name !== null) tokens.push({ kind: 'name', value: name, at: begin })
    else if (text !== null) tokens.push({ kind: 'text', value: unquoted(text), at: begin })
    else if (symbol !== null) tokens.push({ kind: 'symbol', value: SYNONYMS[symbol] ?? symbol, at: begin })
    else return refused({ message: complaintOf(source.slice(at)), at })
  }
  return accepted([...tokens, { kind: 'end', value: 'the end', at: source.trimEnd().length }])
}

const unquoted = (text: string): string =>
  text.startsWith("'")
    ? text.slice(1, -1).replaceAll("''", "'")
    : text.slice(1, -1).replaceAll(/\\(["\\])/g, '$1')

const complaintOf = (rest: string): string => {
  if (rest.startsWith("'") || rest.startsWith('"')) return 'a text without its closing quote'
  if (rest.startsWith('=')) return 'one = compares nothing; did you mean ==?'
  return `unexpected ${rest.slice(0, 1)}`
}
