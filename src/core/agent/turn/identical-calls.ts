import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { parseJson } from '#ground/base/json/parse.ts'
import type { ToolCall } from '#ground/turn/schema.ts'

/** Times a turn may make the very same call, and after how many it is given up. */
const MAX_IDENTICAL_CALLS = 5
const HOPELESS = 8

/** Notices a model that makes the same call over and over. */
export interface IdenticalCalls {
  /** Counts a call. Why it isn't run again, in one line for the model; null when it may run. */
  refusalOf(call: ToolCall): string | null
  /** The tool of which the turn has had enough; null as long as there is hope. */
  hopeless(): string | null
}

/** One for each turn. Two calls are the same if tool and input are equal, ignoring the order of keys. */
export function createIdenticalCalls(): IdenticalCalls {
  const counts = new Map<string, number>()
  let hopeless: string | null = null
  return {
    refusalOf(call) {
      const key = `${call.name} ${sameText(call.input)}`
      const count = (counts.get(key) ?? 0) + 1
      counts.set(key, count)
      if (count > HOPELESS) hopeless = call.name
      if (count <= MAX_IDENTICAL_CALLS) return null
      return `You have called ${call.name} ${MAX_IDENTICAL_CALLS} times with the same input. Use what it answered, or do something else.`
    },
    hopeless: () => hopeless,
  }
}

const sameText = (input: string): string => {
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
