import { isRecord, parseLenient } from '#ground/base/json/lenient.ts'
interface Named {
  name: string
  input: string
}

/** No valid JSON, so that the call fails. */
const LOST = '{'

/**
 * Gives each call its own arguments, where a server sent those of several calls under one call:
 *
 * 1. The objects are handed out in order if their number equals the number of the calls without arguments plus the call
 *    that holds the objects, and these calls follow each other. Otherwise their owners are unknown.
 * 2. If owners are unknown, or a call's arguments are no object, every call without arguments fails, because its
 *    arguments may be among them.
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
  return calls.map((call) => (isEmpty(call.input) ? { ...call, input: LOST } : call))
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

/** The JSON objects that follow each other in a text; null if the text holds anything else. */
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

/** Whether a text is a whole JSON object. */
export const isArgumentsObject = (text: string): boolean => isRecord(parseLenient(text))
