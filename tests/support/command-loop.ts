// Runs `hub` commands one after another, each as if this process had been started for it: with its own arguments,
// environment, folder and input. It ends when whoever started it disconnects.
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

/** The command that runs, also for what it leaves behind. */
const commands = new AsyncLocalStorage<CommandOrder>()
let current: CommandOrder | undefined

const { exit } = process
/** A command that is over takes its last resorts with it, as if its process had ended. */
process.exit = (code) => {
  const caller = commands.getStore()
  return caller === undefined || caller === current ? exit(code) : (undefined as never)
}

process.on('message', async (order: CommandOrder) => {
  current = order
  const code = await commands.run(order, runCommand, order)
  current = undefined
  process.channel?.ref() // one that served had let go of it
  const isLast = process.getuid?.() !== user // a command of root that became somebody else stays that
  notify({ type: 'ended', code, isLast }, () => isLast && process.disconnect())
})
process.once('disconnect', end)
notify({ type: 'loaded' })

function end(): void {
  exit()
}

async function runCommand({ argv, environment, cwd, input }: CommandOrder): Promise<number> {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name] // one by one: the system's own copy is read too
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

/** A function, since the compiler takes `process.exitCode` for what was assigned last above. */
const exitCode = (): number => Number(process.exitCode ?? 0)

/** Whoever served waits for them until its process ends. */
function forgetSignals(): void {
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.removeAllListeners(signal)
  for (const listener of process.listeners('disconnect'))
    if (listener !== end) process.off('disconnect', listener)
}

/** The stream itself stays, as libraries keep it; only where it writes changes. */
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
