import { join } from 'node:path'
import { root } from './tree.mjs'

/** The message ends with the remedy. */
export class SetupFailure extends Error {
  /**
   * @param {string} message
   * @param {{ output?: string }} [details] Output of the failed program.
   */
  constructor(message, { output = '' } = {}) {
    super(message)
    this.output = output
  }
}

/** @param {string} what Such as `the dependencies are not installed`. */
export const notSetUp = (what) =>
  `${what}; this user may not write to ${root}, so as its owner run: node ${join(root, 'bin', 'hub.mjs')} setup`

const steps = { planned: 0, begun: 0 }

export const planSteps = (count) => void (steps.planned = count)

/**
 * Prints to standard error: standard output belongs to the command that runs afterwards.
 * @template T
 * @param {string} text Such as `installing dependencies (only the first time)`.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reportStep(text, work) {
  const { isTTY } = process.stderr
  const started = Date.now()
  const elapsed = () => Math.round((Date.now() - started) / 1000)
  const place = steps.planned > 1 ? `[${++steps.begun}/${steps.planned}] ` : ''
  const line = `hub: ${place}${text}`
  // A terminal shows a counter on one line; a log gets a line every few seconds.
  const [start, end] = isTTY ? ['\r', CLEAR_REST] : ['', '\n']
  const draw = () => process.stderr.write(`${start}${line} … ${elapsed()} s${end}`)
  const timer = setInterval(draw, isTTY ? 1000 : LOG_INTERVAL_MS)
  if (isTTY) draw()
  else process.stderr.write(`${line} …\n`)
  try {
    const result = await work()
    process.stderr.write(`${start}${line}: done in ${elapsed()} s${isTTY ? CLEAR_REST : ''}\n`)
    return result
  } catch (error) {
    if (isTTY) process.stderr.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}

const LOG_INTERVAL_MS = 5000

/** Clears the rest of the line, because a concurrent step may have written a longer line. */
const CLEAR_REST = '\x1b[K'

/**
 * Sets the exit status. A `SetupFailure` prints its message without a stack trace, with status 1.
 * @param {() => Promise<number | void>} body
 */
export async function runCommand(body) {
  try {
    const code = await body()
    if (code !== undefined) process.exitCode = code
  } catch (error) {
    if (!(error instanceof SetupFailure)) throw error
    process.stderr.write(`hub: ${error.message}\n`)
    process.exitCode = 1
  }
}
