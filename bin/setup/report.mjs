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
 * Say on standard error what takes long and, once it is done, how long it took. Standard output stays free for
 * the command that runs afterwards.
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
  const draw = () => process.stderr.write(`\rhub: ${text} … ${elapsed()} s`)
  const timer = isTTY ? setInterval(draw, 1000) : null
  if (isTTY) draw()
  else process.stderr.write(`hub: ${text} …\n`)
  try {
    const result = await work()
    process.stderr.write(`${isTTY ? '\r' : ''}hub: ${text}: done in ${elapsed()} s\n`)
    return result
  } catch (error) {
    if (isTTY) process.stderr.write('\n')
    throw error
  } finally {
    if (timer) clearInterval(timer)
  }
}

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
