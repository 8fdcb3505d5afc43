import { resolve } from 'node:path'
import { inspect } from 'node:util'

/** Name in place of a test for a file that ends without any failed test. */
const WHOLE_FILE = 'the file as a whole'

/**
 * A failure as `npm test` names it at its end: `{ file, line, name, message }`, or null for a test that
 * failed only with the tests inside it, which have more details.
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

/**
 * Of two compared values: the default message has them on separate lines, and the first line names neither.
 */
const differenceIn = ({ actual, expected }) => `actual ${briefly(actual)}, expected ${briefly(expected)}`

const briefly = (value) => inspect(value, { breakLength: Infinity, maxStringLength: 200 }).slice(0, 300)

/** The failure of a file whose process ended early. */
export const failureOfFile = (file, message) => ({ file, line: 1, name: WHOLE_FILE, message })

/** Whether this is no test but the file, which could not be loaded. */
export const isFileItself = ({ file, name }) => resolve(name) === file
