import { resolve } from 'node:path'
import { inspect } from 'node:util'

/** What a file is called in the place of a test when it ends without any of its tests having failed. */
const WHOLE_FILE = 'the file as a whole'

/**
 * A failure as `npm test` names it at its end: `{ file, line, name, message }`, or null for a test that failed only with
 * the tests inside it, which tell more.
 *
 * @param {import('node:test').EventData.TestFail} event
 */
export function failureOf({ file, line, name, details: { error } }) {
  if (error?.failureType === 'subtestsFailed') return null
  return { file, line, name: isFileItself({ file, name }) ? WHOLE_FILE : name, message: reasonOf(error) }
}

function reasonOf(error) {
  const told = error?.cause?.message ?? error?.message ?? 'no reason told'
  const [reason] = /^.*/.exec(told) // takes what is no text, too
  return error?.cause?.generatedMessage ? `${reason} ${differenceIn(error.cause)}` : reason
}

/** Of two values that were compared: what is written by itself says it on lines of its own, and the first names neither. */
const differenceIn = ({ actual, expected }) => `actual ${briefly(actual)}, expected ${briefly(expected)}`

const briefly = (value) => inspect(value, { breakLength: Infinity, maxStringLength: 200 }).slice(0, 300)

/** The failure of a file whose process did not live to its end. */
export const failureOfFile = (file, message) => ({ file, line: 1, name: WHOLE_FILE, message })

/** Whether this is no test but the file, which could not be loaded. */
export const isFileItself = ({ file, name }) => resolve(name) === file
