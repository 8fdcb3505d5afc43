import { basename } from 'node:path'
import { accepted, refused, type Result } from '#ground/base/result.ts'

/** Supports quotes and backslashes but no expansion, because the program starts without a shell. */
export function splitCommand(line: string): Result<[program: string, ...args: string[]], string> {
  const words: string[] = []
  let word: string | null = null
  let quote: string | null = null
  for (let at = 0; at < line.length; at++) {
    const char = line[at]!
    if (quote !== "'" && char === '\\') {
      if (++at === line.length) return refused('ends with a backslash')
      const kept: string = quote === '"' && !'"\\$`'.includes(line[at]!) ? '\\' : ''
      word = (word ?? '') + kept + line[at]
    } else if (quote) {
      if (char === quote) quote = null
      else word += char
    } else if (char === '"' || char === "'") {
      quote = char
      word ??= ''
    } else if (/\s/.test(char)) {
      if (word !== null) words.push(word)
      word = null
    } else word = (word ?? '') + char
  }
  if (quote) return refused(`has an unclosed ${quote}`)
  if (word !== null) words.push(word)
  const [program, ...args] = words
  return program ? accepted([program, ...args]) : refused('names no program')
}

export const processModelId = ([program]: readonly [program: string, ...args: string[]]): string =>
  `process/${basename(program)}`
