import { parseJson } from '#ground/base/json/read.ts'
import type { ToolCall } from '#ground/turn/schema.ts'

/** A tool call as the provider packages take it. */
export const callPart = ({ id, name, input }: ToolCall) => ({
  type: 'tool-call' as const,
  toolCallId: id,
  toolName: name,
  input: parsedOrEmpty(input),
})

/** Providers want an object back. What was malformed is told to the model in the call's result. */
const parsedOrEmpty = (input: string): Record<string, unknown> => {
  try {
    const value: unknown = parseJson(input)
    return typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
  } catch {
    return {}
  }
}
