import type { ToolCall } from '#ground/turn/schema.ts'

/** A piece of a tool call. */
export interface CallDelta {
  index?: number | null
  id?: string | null
  function?: { name?: string | null; arguments?: unknown } | null
  extra_content?: object | null
}

export type MadeCall = ToolCall & { extra: object | null }

/** Puts tool calls together from their pieces. */
export function createCallCollector(newCallId: () => string) {
  const calls: MadeCall[] = []
  const open = new Map<number, MadeCall>()

  const callOf = (delta: CallDelta): MadeCall => {
    const going =
      delta.index == null
        ? (calls.find(({ id }) => id !== '' && id === delta.id) ?? calls.at(-1))
        : open.get(delta.index)
    if (going && !isAnother(going, delta)) return going
    const call: MadeCall = { id: '', name: '', input: '', extra: null }
    calls.push(call)
    if (delta.index != null) open.set(delta.index, call)
    return call
  }

  return {
    add(delta: CallDelta): void {
      const { name, arguments: input } = delta.function ?? {}
      const call = callOf(delta)
      call.id ||= delta.id ?? ''
      call.name ||= name ?? ''
      if (typeof input === 'string') call.input += input
      else if (typeof input === 'object' && input !== null) call.input = JSON.stringify(input)
      call.extra ??= delta.extra_content ?? null
    },
    /** Whether there are calls, and none breaks off. */
    areWhole: (): boolean => calls.length > 0 && calls.every(({ input }) => input === '' || isObject(input)),
    made: (): MadeCall[] =>
      calls.filter(({ name }) => name !== '').map((call) => ({ ...call, id: call.id || newCallId() })),
  }
}

/**
 * Whether a delta begins another call although it is numbered like the one before. It names its tool anew, and has an id
 * of its own; without ids, the one before is whole. An id alone says nothing: servers exist that make one up for every
 * piece.
 */
const isAnother = (call: MadeCall, { id, function: called }: CallDelta): boolean => {
  if (!called?.name || call.name === '') return false
  if (id && call.id) return id !== call.id
  return !id && Boolean(called.arguments) && isObject(call.input)
}

/** Whether a text is a whole JSON object. */
export const isObject = (text: string): boolean => {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null && !Array.isArray(value)
  } catch {
    return false
  }
}
