import { resolve } from 'node:path'
import { inspect } from 'node:util'

const WHOLE_FILE = 'the file as a whole'

/**
 * Null for a test that failed only because of subtests, which have more details.
 * @param {import('node:test').EventData.TestFail} event
 */
export function failureOf({ file, line, name, details: { error } }) {
  if (error?.failureType === 'subtestsFailed') return null
  return { file, line, name: isFileItself({ file, name }) ? WHOLE_FILE : name, message: reasonOf(error) }
}

function reasonOf(error) {
  const message = error?.cause?.message ?? error?.message ?? 'no reason told'
  const [reason] = /^.*/.exec(message) // `exec` converts the message to text, because a thrown value may have a message of another type
  return error?.cause?.generatedMessage ? `${reason} ${differenceIn(error.cause)}` : reason
}

const differenceIn = ({ actual, expected }) => `actual ${briefly(actual)}, expected ${briefly(expected)}`

const briefly = (value) => inspect(value, { breakLength: Infinity, maxStringLength: 200 }).slice(0, 300)

export const failureOfFile = (file, message) => ({ file, line: 1, name: WHOLE_FILE, message })

/** True if the file failed to load: Node then names the failure after the file. */
export const isFileItself = ({ file, name }) => resolve(name) === file
