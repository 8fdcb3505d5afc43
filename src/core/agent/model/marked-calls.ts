import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { markNumbers } from '#ground/base/json/marks.ts'
import { mayLoseDigits, parseJson } from '#ground/base/json/parse.ts'

/**
 * Prepares a provider's event before its package parses it, which would round numbers: exact numbers in a
 * call's input become marked texts, and `modelEvents` restores them. Only inputs sent as objects need this:
 * Google's `args`, Anthropic's `input`.
 */
export function withMarkedCalls(event: string): string {
  if (!/"(?:functionCall|tool_use)"/.test(event) || !mayLoseDigits(event)) return event
  try {
    return JSON.stringify(marked(parseJson(event)))
  } catch {
    return event // the package explains what is wrong
  }
}

const INPUTS: ReadonlySet<string> = new Set(['args', 'input'])

function marked(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(marked)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  return Object.fromEntries(
    Object.entries(value).map(([key, part]) => [key, INPUTS.has(key) ? markNumbers(part) : marked(part)]),
  )
}
