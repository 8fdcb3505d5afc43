import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import type { ToolCall } from '#ground/turn/schema.ts'

/** After this number of identical calls, further identical calls are refused; after `MAX_ATTEMPTS`, the turn ends. */
const MAX_IDENTICAL_CALLS = 5
const MAX_ATTEMPTS = 8

export interface IdenticalCalls {
  refusalOf(call: ToolCall): string | null
  endlesslyCalledTool(): string | null
}

/** Calls are identical if tool and input are equal, regardless of key order. */
export function createIdenticalCalls(): IdenticalCalls {
  const counts = new Map<string, number>()
  let endlesslyCalled: string | null = null
  return {
    refusalOf(call) {
      const key = `${call.name} ${canonicalJson(call.input)}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > MAX_ATTEMPTS) endlesslyCalled = call.name
      if (count <= MAX_IDENTICAL_CALLS) return null
      return `You have called ${call.name} ${MAX_IDENTICAL_CALLS} times with the same input. Use what it answered, or do something else.`
    },
    endlesslyCalledTool: () => endlesslyCalled,
  }
}

const canonicalJson = (input: string): string => {
  try {
    return JSON.stringify(sorted(parseJson(input)))
  } catch {
    return input.trim()
  }
}

const sorted = (value: unknown): unknown => {
  if (Array.isArray(value)) return value.map(sorted)
  if (typeof value !== 'object' || value === null || isExactNumber(value)) return value
  return Object.fromEntries(
    Object.entries(value)
      .toSorted(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, part]) => [key, sorted(part)]),
  )
}
