// Runs `hub` commands one after the other. Each runs as in a new process, with its own arguments, environment, folder
// and input. The process ends when its parent disconnects.
import { AsyncLocalStorage } from 'node:async_hooks'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { TEST_PACKAGE } from '../../bin/setup/test-package.mjs'
import type { CommandOrder, LoopMessage } from './command-processes.ts'

const { main } = (await import(join(TEST_PACKAGE, 'dist/cli.js'))) as {
  main(argv: readonly string[]): Promise<void>
}

const user = process.getuid?.()

const notify = (message: LoopMessage, done = () => {}) => process.send!(message, done)

const commands = new AsyncLocalStorage<CommandOrder>()
let current: CommandOrder | undefined

const { exit } = process
/** Leftover work of a previous command must not end this process. */
process.exit = (code) => {
  const caller = commands.getStore()
  return caller === undefined || caller === current ? exit(code) : (undefined as never)
}

process.on('message', async (order: CommandOrder) => {
  current = order
  const code = await commands.run(order, runCommand, order)
  current = undefined
  process.channel?.ref() // a serving command has unreferenced the channel
  const isLast = process.getuid?.() !== user // a command that changed its user cannot change it back
  notify({ type: 'ended', code, isLast }, () => isLast && process.disconnect())
})
process.once('disconnect', end)
notify({ type: 'loaded' })

function end(): void {
  exit()
}

async function runCommand({ argv, environment, cwd, input }: CommandOrder): Promise<number> {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name] // deletes entries one by one, because native code reads the process's environment
  Object.assign(process.env, environment)
  process.argv = [...argv]
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  using passing = new DisposableStack()
  passing.use(passOn('stdout'))
  passing.use(passOn('stderr'))
  passing.defer(forgetSignals)
  await main(process.argv).catch((error: unknown) => {
    process.exitCode = 1
    process.stderr.write(`${inspect(error)}\n`)
  })
  return exitCode()
}

/** A function, because the compiler narrows `process.exitCode` to the last assigned type. */
const exitCode = (): number => Number(process.exitCode ?? 0)

/** Removes the signal handlers of a serving command, which would stay until the process ends. */
function forgetSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
  for (const listener of process.listeners('disconnect'))
    if (listener !== end) process.off('disconnect', listener)
}

/** Replaces only `write`, because libraries keep a reference to the stream. */
function passOn(name: 'stdout' | 'stderr'): Disposable {
  const stream = process[name]
  const { write } = stream
  const decoder = new TextDecoder()
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]) => {
    const text = typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    const done = rest.at(-1)
    notify({ type: 'wrote', stream: name, text }, typeof done === 'function' ? () => done() : undefined)
    return true
  }
  return { [Symbol.dispose]: () => void (stream.write = write) }
}
