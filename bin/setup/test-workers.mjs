import { fork } from 'node:child_process'
import { once } from 'node:events'
import { cpus } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { withCoverage } from './measured.mjs'
import { openMemoryDisk } from './memory-disk.mjs'
import { failureOfFile } from './test-failure.mjs'
import { runsApart } from './test-files.mjs'

const WORKER = join(import.meta.dirname, 'test-worker.mjs')
const UNTRACKED = pathToFileURL(join(import.meta.dirname, 'untracked-tests.mjs')).href

/** Long enough to write coverage. */
const EXIT_TIMEOUT_MS = 60_000

const POLL_INTERVAL_MS = 1000

/**
 * Each process takes the next file when it is free. More processes start while tests wait and leave processors idle.
 * @param {readonly string[]} files Absolute paths, in the order of their start.
 * @param {object} options
 * @param {string} options.folder Working directory of the processes.
 * @param {string[]} options.nodeOptions
 * @param {import('./coverage-floor.mjs').Coverage} [options.coverage]
 * @param {Record<string, string>} [options.environment] Additional variables.
 * @param {number} options.processes
 * @param {{ most: number, fromIdle: number }} options.more Up to `most` additional processes, which start while at
 * least the share `fromIdle` of all processors is idle.
 * @param {{ testMs: number, silenceMs: number, fileMs: number }} options.limits Default timeout of a test, maximum
 * time without a message of a process, and maximum time of a file.
 * @param {(outcome: FileOutcome) => void} options.onFile Called after each file.
 * @typedef {{ file: string, passed: number, failed: number, failures: object[], skips: (string | true)[], report:
 * string, ms: number, isLast: boolean }} FileOutcome `skips`: reasons. `isLast`: the process cannot run another file.
 */
export async function runOnWorkers(files, { processes, more, coverage, environment, onFile, ...options }) {
  const waiting = [...files]
  const memoryDisk = openMemoryDisk()
  // With fewer malloc arenas, a process uses less memory, so a fork copies smaller page tables.
  const env = {
    ...withCoverage(process.env, coverage),
    ...environment,
    MALLOC_ARENA_MAX: '1',
    ...(memoryDisk && { TMPDIR: memoryDisk }),
  }
  const free = []
  const runNext = async () => {
    const file = waiting.shift()
    const isApart = runsApart(file)
    const worker = (isApart ? undefined : free.pop()) ?? forkWorker({ ...options, env })
    const outcome = await worker.run(file)
    if (isApart || outcome.isLast || waiting.length === 0) await worker.end()
    else free.push(worker)
    onFile(outcome)
  }
  const lane = async () => {
    while (waiting.length > 0) await runNext()
  }
  const fillIdle = async () => {
    const running = new Set()
    const idleShare = createIdleShare()
    while (waiting.length > 0) {
      await sleep(POLL_INTERVAL_MS)
      if (waiting.length === 0 || running.size >= more.most || idleShare() < more.fromIdle) continue
      const run = runNext().finally(() => running.delete(run))
      running.add(run)
    }
    await Promise.all(running)
  }
  const lanes = Array.from({ length: Math.min(processes, files.length) }, lane)
  await Promise.all([...lanes, fillIdle()])
  await Promise.all(free.map((worker) => worker.end()))
}

function createIdleShare() {
  const sums = () => {
    const times = cpus().map((cpu) => cpu.times)
    const sum = (parts) => parts.reduce((total, part) => total + part, 0)
    return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) }
  }
  let last = sums()
  return () => {
    const now = sums()
    const share = (now.idle - last.idle) / Math.max(now.all - last.all, 1)
    last = now
    return share
  }
}

function forkWorker({ folder, nodeOptions, limits, env }) {
  const child = fork(WORKER, {
    cwd: folder,
    env,
    execArgv: [
      `--import=${UNTRACKED}`,
      `--test-timeout=${limits.testMs}`,
      '--disable-warning=ExperimentalWarning',
      ...nodeOptions,
    ],
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  })
  const ended = once(child, 'exit')
  return {
    run: (file) => runFile(child, file, limits),
    async end() {
      if (child.connected) child.disconnect()
      const late = setTimeout(() => child.kill('SIGKILL'), EXIT_TIMEOUT_MS)
      await ended
      clearTimeout(late)
    },
  }
}

/** Resolves even if the process exited early or was killed. */
function runFile(child, file, limits) {
  const outcome = { file, passed: 0, failed: 0, failures: [], skips: [], report: '' }
  const running = new Map()
  const startedAt = performance.now()
  return new Promise((resolve) => {
    const cutOff = (reason) => {
      fail(outcome, unfinished(file, running, reason))
      child.kill('SIGKILL')
    }
    const tooLong = setTimeout(() => cutOff(`it took more than ${limits.fileMs / 1000} s`), limits.fileMs)
    const silent = setTimeout(
      () => cutOff(`it kept its process busy for ${limits.silenceMs / 1000} s`),
      limits.silenceMs,
    )
    const onMessage = (message) => {
      silent.refresh()
      if (message.type === 'done') finish(message.isLast)
      else if (message.type === 'stray')
        fail(outcome, unfinished(file, running, `a stray error: ${message.message}`))
      else handleMessage(message, outcome, running)
    }
    const onExit = (code, signal) => {
      if (outcome.failed === 0)
        fail(outcome, unfinished(file, running, `its process ended with ${signal ?? code}`))
      finish(true)
    }
    const finish = (isLast) => {
      clearTimeout(tooLong)
      clearTimeout(silent)
      child.off('message', onMessage).off('exit', onExit)
      resolve({ ...outcome, ms: performance.now() - startedAt, isLast })
    }
    child.on('message', onMessage).on('exit', onExit)
    child.send({ file })
  })
}

function handleMessage({ type, test, text, failure, reason }, outcome, running) {
  if (type === 'report') outcome.report += text
  if (type === 'began') running.set(keyOf(test), test)
  if (type === 'ended') running.delete(keyOf(test))
  if (type === 'passed') outcome.passed++
  if (type === 'skipped') outcome.skips.push(reason)
  if (type === 'failed') fail(outcome, failure)
}

function fail(outcome, failure) {
  outcome.failed++
  if (failure) outcome.failures.push(failure)
}

const keyOf = ({ file, line, name }) => `${file}:${line} ${name}`

function unfinished(file, running, message) {
  const innermost = [...running.values()].at(-1)
  return innermost ? { ...innermost, message } : failureOfFile(file, message)
}
