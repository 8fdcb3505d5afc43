import { resolve } from 'node:path'

/**
 * A reporter of Node's test runner for `npm test` itself: the counts, and which test of which file failed, as one JSON
 * object, `{ passed, failed, failures: [{ file, line, name, message }] }`. Tests cut off by a timeout count as failed,
 * skipped ones do not count.
 *
 * @param {AsyncIterable<import('node:test/reporters').TestEvent>} events
 */
export default async function* outcome(events) {
  const failures = []
  const counts = { passed: 0, failed: 0 }
  for await (const { type, data } of events) {
    if (type === 'test:fail' && isOwnFailure(data.details)) failures.push(failureOf(data))
    if (type === 'test:summary' && data.file === undefined) {
      counts.passed = data.counts.passed
      counts.failed = data.counts.failed + data.counts.cancelled
    }
  }
  yield `${JSON.stringify({ ...counts, failures })}\n`
}

/** A suite, or a test with tests in it, fails with them; only what is inside tells anything. */
const isOwnFailure = ({ type, error }) => type !== 'suite' && error?.failureType !== 'subtestsFailed'

const failureOf = ({ file, line, name, details }) => ({
  file,
  line,
  name: resolve(name) === file ? 'the file as a whole' : name, // which is what ends without its tests having failed
  message: String(details.error?.cause?.message ?? details.error?.message ?? 'no reason told').split('\n')[0],
})
