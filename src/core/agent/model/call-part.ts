import { isExactNumber } from '#ground/base/json/exact-number.ts'
import { jsonOrUndefined } from '#ground/base/json/parse.ts'
import type { ToolCall } from '#ground/turn/schema.ts'

export const callPart = ({ id, name, input }: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: name,
  input: parsedOrEmpty(input),
})

/** Providers require an object, so malformed input becomes an empty object. */
const parsedOrEmpty = (input: string): Record<string, unknown> => {
  const value = jsonOrUndefined(input)
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !isExactNumber(value)
    ? { ...value }
    : {}
}
