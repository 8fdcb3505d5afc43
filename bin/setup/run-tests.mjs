import { availableParallelism } from 'node:os'
import { relative } from 'node:path'
import { measureCoverage } from './coverage-floor.mjs'
import { testFiles } from './test-files.mjs'
import { runOnWorkers } from './test-workers.mjs'

const CORES = availableParallelism()

const LIMITS = { testMs: 60_000, silenceMs: 60_000, fileMs: 360_000 }

/**
 * Run test files. The last line printed is `tests: N passed, N failed`; what failed is named before it.
 *
 * @param {object} tests
 * @param {string} tests.folder
 * @param {string[]} tests.files Patterns in `folder`.
 * @param {string[]} [tests.nodeOptions] Options of the Node that runs them, such as `--test-name-pattern=…`.
 * @param {number} [tests.seed] Shuffles the order of the files.
 * @param {number} [tests.processes] How many run beside each other.
 * @param {Partial<{ most: number, fromIdle: number }>} [tests.more] How many more while so much of the processors is idle.
 * @param {import('./coverage-floor.mjs').Coverage} [tests.coverage] Measures it, and fails below the floor.
 * @param {Partial<typeof LIMITS>} [tests.limits]
 * @returns {Promise<number>} Exit code.
 */
export async function runTests({ folder, files, nodeOptions = [], seed, coverage, processes, more, limits }) {
  const covered = coverage && measureCoverage(coverage)
  const total = { passed: 0, failed: 0, failures: [] }
  await runOnWorkers(testFiles(folder, files, { seed }), {
    folder,
    nodeOptions,
    coverage,
    processes: processes ?? CORES + 1, // tests wait for one another's programs, too
    more: { most: 2 * CORES, fromIdle: 0.25, ...more },
    limits: { ...LIMITS, ...limits },
    onFile({ passed, failed, failures, report }) {
      total.passed += passed
      total.failed += failed
      total.failures.push(...failures)
      process.stdout.write(report)
    },
  })
  if (covered) take(covered(), total)
  if (seed !== undefined) process.stdout.write(`\nin this order again: npm test -- --shuffle=${seed}\n`)
  conclude(folder, total)
  return total.failed === 0 && total.passed > 0 ? 0 : 1
}

function take({ line, failures }, total) {
  process.stdout.write(`\n${line}\n`)
  total.failed += failures.length
  total.failures.push(...failures)
}

/** Say what failed where the eye lands: at the end. */
function conclude(folder, { passed, failed, failures }) {
  const lines = [
    ...failures.map(
      ({ file, line, name, message }) => `failed: ${relative(folder, file)}:${line} ${name}\n  ${message}`,
    ),
    `tests: ${passed} passed, ${failed} failed`,
  ]
  process.stdout.write(`\n${lines.join('\n')}\n`)
}
