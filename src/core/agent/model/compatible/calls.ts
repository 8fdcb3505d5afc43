import type { ToolCall } from '#ground/turn/schema.ts'
import { isEmptyObject, isArgumentsObject, withOwnArguments } from './arguments.ts'

export interface CallDelta {
  index?: number | null
  id?: string | null
  function?: { name?: string | null; arguments?: unknown } | null
  [extra: string]: unknown
}

export type MadeCall = ToolCall & { extra: object | null }

interface CollectorOptions {
  newCallId(): string
  isTool(name: string): boolean
}

const UNNAMED = 'unnamed_tool'

/** Clients must send these fields of a call back to the server, for example a signed thought. */
const EXTRAS = ['extra_content', 'provider_specific_fields', 'thought_signature'] as const

/**
 * Assembles tool calls from streamed chunks. Servers number and name chunks differently, so for each chunk:
 * 1. A known id selects the call, even if the index differs.
 * 2. Otherwise the index selects the call. A chunk without an index belongs to the newest call.
 * 3. A chunk that cannot continue the selected call starts a new call (`isAnother`). If a call's name arrived after
 *    its arguments, the next arguments start a new call.
 * 4. Arguments with an unknown index belong to the newest call while its own arguments are missing or incomplete.
 * 5. At the end, `withOwnArguments` distributes the arguments of several calls that arrived under one call.
 */
export function createCallCollector({ newCallId, isTool }: CollectorOptions) {
  const calls: MadeCall[] = []
  const open = new Map<number, MadeCall>()
  const namedLast = new Set<MadeCall>()

  const begin = (): MadeCall => {
    const call: MadeCall = { id: '', name: '', input: '', extra: null }
    calls.push(call)
    return call
  }

  const candidateOf = ({ index, id, function: called }: CallDelta): MadeCall | undefined => {
    const known = id ? calls.findLast((call) => call.id === id) : undefined
    if (known) return known
    if (index == null) return calls.at(-1)
    const numbered = open.get(index)
    if (numbered || id || called?.name) return numbered
    const newest = calls.at(-1)
    return newest && !isArgumentsObject(newest.input) ? newest : undefined
  }

  const isAfterName = (call: MadeCall, { id, function: called }: CallDelta): boolean =>
    namedLast.has(call) &&
    !(id && id === call.id) &&
    !called?.name &&
    textOf(called?.arguments).trimStart().startsWith('{')

  const callOf = (delta: CallDelta): MadeCall => {
    const candidate = candidateOf(delta)
    const isNext = candidate && (startsNewCall(candidate, delta, isTool) || isAfterName(candidate, delta))
    const call = candidate && !isNext ? candidate : begin()
    if (delta.index != null) open.set(delta.index, call)
    return call
  }

  return {
    add(delta: CallDelta): void {
      const { name, arguments: given } = delta.function ?? {}
      const call = callOf(delta)
      const input = textOf(given)
      const isRepeated =
        Boolean(delta.id) && delta.id === call.id && input === call.input && isArgumentsObject(input)
      if (name && call.name === '' && input.trim() === '' && isArgumentsObject(call.input))
        namedLast.add(call)
      call.id ||= delta.id ?? ''
      call.name = joinedName(call.name, name ?? '', isTool)
      // Some protocol proxies send an empty object before the arguments.
      if (isEmptyObject(call.input) && input.trimStart().startsWith('{')) call.input = input
      else if (!isRepeated) call.input += input
      for (const key of EXTRAS) if (delta[key] != null) call.extra = { [key]: delta[key], ...call.extra }
    },
    areWhole: (): boolean =>
      calls.length > 0 && withOwnArguments(calls).every(({ input }) => isArgumentsObject(input)),
    isEmpty: (): boolean => calls.length === 0,
    made(): MadeCall[] {
      const ids = new Set<string>()
      return withOwnArguments(calls)
        .filter(({ name, input }) => name !== '' || input.trim() !== '')
        .map((call) => {
          const id = call.id && !ids.has(call.id) ? call.id : newCallId()
          ids.add(id)
          return { ...call, id, name: call.name || UNNAMED, input: call.input.toWellFormed() }
        })
    },
  }
}

/** Some servers send arguments as an object. */
const textOf = (input: unknown): string => {
  if (typeof input === 'string') return input
  return typeof input === 'object' && input !== null ? JSON.stringify(input) : ''
}

/** Some servers split a name over chunks; others repeat it in each chunk. */
const joinedName = (name: string, piece: string, isTool: (name: string) => boolean): string => {
  if (piece === '' || piece === name) return name
  if (name === '' || isTool(piece)) return piece
  return isTool(name) ? name : name + piece
}

const startsNewCall = (
  call: MadeCall,
  { index, id, function: called }: CallDelta,
  isTool: (name: string) => boolean,
): boolean => {
  const name = called?.name ?? ''
  const input = textOf(called?.arguments)
  const isWhole = isArgumentsObject(call.input)
  if (id && id === call.id) return isWhole && name !== '' && isArgumentsObject(input) && input !== call.input
  if (isWhole && !isEmptyObject(call.input) && id && call.id) return name !== '' || input.trim() !== ''
  if (name === '' || call.name === '') return false
  if (id && call.id)
    return name !== call.name || isWhole || call.input.trim() === '' || input.trimStart().startsWith('{')
  if (index == null && id && !call.id) return true
  if (isWhole) return input !== '' || name !== call.name
  return name !== call.name && isTool(call.name) && isTool(name)
}
