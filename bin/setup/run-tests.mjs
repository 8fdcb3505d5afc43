import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { measureCoverage } from './coverage-floor.mjs'
import { whyOnFoldersOnly, testFiles } from './test-files.mjs'
import { runOnWorkers } from './test-workers.mjs'

const CORES = availableParallelism()

const LIMITS = { testMs: 60_000, silenceMs: 60_000, fileMs: 360_000 }

/**
 * Prints the failures, and last `tests: N passed, N failed`.
 * @param {object} tests
 * @param {string} tests.folder
 * @param {string[]} tests.files Patterns in `folder`.
 * @param {string[]} [tests.nodeOptions] Such as `--test-name-pattern=…`.
 * @param {number} [tests.seed] Shuffles the files.
 * @param {number} [tests.processes]
 * @param {Partial<{ most: number, fromIdle: number }>} [tests.more] Up to `most` additional processes, which start
 * while at least the share `fromIdle` of all processors is idle.
 * @param {import('./coverage-floor.mjs').Coverage} [tests.coverage] Fails below the minimum.
 * @param {Record<string, string>} [tests.cluster] Environment of shared services. Leaves out files with `On folders
 * only`.
 * @param {Partial<typeof LIMITS>} [tests.limits]
 * @param {number} [tests.again] If at most this many files fail, runs each once more, alone. Those that pass are
 * reported as unsteady. Default 0.
 * @returns {Promise<number>} Exit code.
 */
export async function runTests({
  folder,
  files,
  nodeOptions = [],
  seed,
  coverage,
  processes,
  more,
  cluster,
  limits,
  again = 0,
}) {
  const covered = coverage && measureCoverage(coverage)
  const run = async (paths, lanes) => {
    const outcomes = []
    const onFile = (outcome) => {
      outcomes.push(outcome)
      process.stdout.write(outcome.report)
    }
    const options = { folder, nodeOptions, coverage, environment: cluster, limits: { ...LIMITS, ...limits } }
    await runOnWorkers(paths, { ...options, ...lanes, onFile })
    return outcomes
  }
  const chosen = testFiles(folder, files, { seed })
  const leftOut = cluster ? onFoldersOnly(chosen) : new Map()
  for (const [file, reason] of leftOut)
    process.stdout.write(`left out: ${relative(folder, file)}: ${reason}\n`)
  const paths = chosen.filter((file) => !leftOut.has(file))
  const outcomes = await run(paths, {
    processes: processes ?? CORES + 1, // one more than cores, because tests often wait for programs
    more: { most: 2 * CORES, fromIdle: 0.25, ...more },
  })
  const total = totalOf(outcomes, await secondTry(outcomes, again, run))
  if (covered) addOutcome(covered(), total)
  if (outcomes.length > 1) process.stdout.write(`\n${folderTimes(folder, outcomes)}\n`)
  if (seed !== undefined) process.stdout.write(`\nin this order again: npm test -- --shuffle=${seed}\n`)
  conclude(folder, total)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

function onFoldersOnly(files) {
  const reasons = files.map((file) => [file, whyOnFoldersOnly(file)])
  return new Map(reasons.filter(([, reason]) => reason !== null))
}

async function secondTry(outcomes, most, run) {
  const files = outcomes.filter(({ failed }) => failed > 0).map(({ file }) => file)
  if (files.length === 0 || files.length > most) return new Map()
  process.stdout.write(`\nonce more, by themselves: ${files.length} that failed\n`)
  const again = await run(files, { processes: 1, more: { most: 0, fromIdle: 2 } })
  return new Map(again.map((outcome) => [outcome.file, outcome]))
}

function totalOf(outcomes, again) {
  const total = { passed: 0, failed: 0, failures: [], unsteady: [], skips: [] }
  for (const first of outcomes) {
    const { passed, failed, failures, skips } = again.get(first.file) ?? first
    total.passed += passed
    total.failed += failed
    total.failures.push(...failures)
    total.skips.push(...skips)
    if (first.failed > 0 && failed === 0) total.unsteady.push(...first.failures)
  }
  return total
}

function addOutcome({ line, failures }, total) {
  process.stdout.write(`\n${line}\n`)
  total.failed += failures.length
  total.failures.push(...failures)
}

function folderTimes(folder, outcomes) {
  const times = new Map()
  for (const { file, ms } of outcomes) {
    const name = relative(folder, file).split('/').slice(0, 2).join('/')
    times.set(name, (times.get(name) ?? 0) + ms)
  }
  const sorted = [...times].toSorted(([, a], [, b]) => b - a)
  return `seconds by folder: ${sorted.map(([name, ms]) => `${name} ${(ms / 1000).toFixed(1)}`).join(', ')}`
}

function conclude(folder, { passed, failed, failures, unsteady, skips }) {
  const lineOf =
    (how) =>
    ({ file, line, name, message }) =>
      `${how}: ${relative(folder, file)}:${line} ${name}\n  ${message}`
  const lines = [
    ...skippedLines(skips),
    ...unsteady.map(lineOf('unsteady')),
    ...failures.map(lineOf('failed')),
    `tests: ${passed} passed, ${failed} failed`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}

/** Lists skipped tests, because an incomplete run must not look complete. */
function skippedLines(skips) {
  const counts = new Map()
  for (const reason of skips) counts.set(reason, (counts.get(reason) ?? 0) + 1)
  return [...counts].map(
    ([reason, count]) =>
      `skipped: ${count} ${count === 1 ? 'test' : 'tests'}: ${reason === true ? 'no reason given' : reason}`,
  )
}
