import { join } from 'node:path'
import { root } from './tree.mjs'

/** A step of the set-up that could not be done. The message ends with what to do. */
export class SetupFailure extends Error {
  /**
   * @param {string} message
   * @param {{ output?: string }} [details] What the program that failed had printed.
   */
  constructor(message, { output = '' } = {}) {
    super(message)
    this.output = output
  }
}

/**
 * Message to a user who may only run this checkout when its set-up is missing or old.
 *
 * @param {string} what Such as `the dependencies are not installed`.
 */
export const notSetUp = (what) =>
  `${what}; this user may not write to ${root}, so as its owner run: node ${join(root, 'bin', 'hub.mjs')} setup`

/**
 * Reports slow work on standard error and, once it is done, its duration. Standard output stays free for the
 * command that runs afterwards.
 *
 * @template T
 * @param {string} text Such as `installing dependencies (only the first time)`.
 * @param {() => Promise<T>} work
 * @returns {Promise<T>}
 */
export async function reportStep(text, work) {
  const { isTTY } = process.stderr
  const started = Date.now()
  const elapsed = () => Math.round((Date.now() - started) / 1000)
  // A terminal shows one line that counts; a log gets a line now and then, as a sign of life.
  const [start, end] = isTTY ? ['\r', CLEAR_REST] : ['', '\n']
  const draw = () => process.stderr.write(`${start}hub: ${text} … ${elapsed()} s${end}`)
  const timer = setInterval(draw, isTTY ? 1000 : 10_000)
  if (isTTY) draw()
  else process.stderr.write(`hub: ${text} …\n`)
  try {
    const result = await work()
    process.stderr.write(`${start}hub: ${text}: done in ${elapsed()} s${isTTY ? CLEAR_REST : ''}\n`)
    return result
  } catch (error) {
    if (isTTY) process.stderr.write('\n')
    throw error
  } finally {
    clearInterval(timer)
  }
}

/** The line may belong to another, concurrent step. */
const CLEAR_REST = '\x1b[K'

/**
 * Run the body of a command file: its answer is the exit code, a failed step is one readable message and exit 1.
 *
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
