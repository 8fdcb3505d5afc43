import { isRecord, parseLenient } from '#ground/base/json/lenient.ts'
interface Named {
  name: string
  input: string
}

const INVALID_JSON = '{'

/**
 * Distributes arguments if a server sent the arguments of several calls under one call:
 * 1. If that call contains one object for itself and one for each adjacent call without arguments, each of these
 *    calls gets one object.
 * 2. Otherwise it is unknown which object belongs to which call, and every call without arguments fails.
 */
export function withOwnArguments<Call extends Named>(calls: readonly Call[]): Call[] {
  if (
    calls.every(({ name, input }) =>
      name === '' ? isBlank(input) : isBlank(input) || isArgumentsObject(input),
    )
  )
    return [...calls]
  const owned = handedOut(calls)
  if (owned) return owned
  return calls.map((call) => (isEmpty(call.input) ? { ...call, input: INVALID_JSON } : call))
}

function handedOut<Call extends Named>(calls: readonly Call[]): Call[] | null {
  if (calls.some(({ name }) => name === '')) return null
  const isOwner = ({ input }: Call): boolean => isEmpty(input) || !isArgumentsObject(input)
  const owners = calls.filter(isOwner)
  const [holder, ...otherHolders] = owners.filter(({ input }) => !isEmpty(input))
  const objects = holder && otherHolders.length === 0 ? objectsIn(holder.input) : null
  const start = calls.findIndex(isOwner)
  const end = start + owners.length
  if (objects?.length !== owners.length || !calls.slice(start, end).every(isOwner)) return null
  return calls.map((call, at) => (at < start || at >= end ? call : { ...call, input: objects[at - start]! }))
}

function objectsIn(text: string): string[] | null {
  const objects: string[] = []
  let start = 0
  let depth = 0
  let isInString = false
  let escapedAt = -1
  for (const { 0: token, index } of text.matchAll(/["\\{}]/g)) {
    if (index === escapedAt) continue
    if (token === '\\') escapedAt = index + 1
    if (token === '"') isInString = !isInString
    if (isInString) continue
    if (token === '{') depth++
    if (token !== '}' || --depth > 0) continue
    const object = text.slice(start, index + 1).trim()
    if (!isArgumentsObject(object)) return null
    objects.push(object)
    start = index + 1
  }
  return isBlank(text.slice(start)) ? objects : null
}

const isBlank = (text: string): boolean => text.trim() === ''

const isEmpty = (text: string): boolean => isBlank(text) || isEmptyObject(text)

export const isEmptyObject = (text: string): boolean => /^\s*\{\s*\}\s*$/.test(text)

export const isArgumentsObject = (text: string): boolean => isRecord(parseLenient(text))
