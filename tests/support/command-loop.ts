// Runs `hub` commands one after another, each as if this process had been started for it: with its own arguments,
// environment, folder and input. It ends when whoever started it disconnects.
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { inspect } from 'node:util'
import { TEST_PACKAGE } from '../../bin/setup/test-package.mjs'
import type { CommandOrder, CommandResult } from './hub-command.ts'

const { main } = (await import(join(TEST_PACKAGE, 'dist/cli.js'))) as {
  main(argv: readonly string[]): Promise<void>
}

const user = process.getuid?.()

process.on('message', async (order: CommandOrder) => {
  const result = await runCommand(order)
  const isLast = process.getuid?.() !== user // a command of root that became somebody else stays that
  process.send!({ ...result, isLast }, () => isLast && process.disconnect())
})
process.once('disconnect', () => process.exit())
process.send!('loaded')

async function runCommand({ argv, environment, cwd, input }: CommandOrder): Promise<CommandResult> {
  process.chdir(cwd)
  for (const name of Object.keys(process.env)) delete process.env[name] // one by one: the system's own copy is read too
  Object.assign(process.env, environment)
  process.argv = [...argv]
  process.exitCode = undefined
  Object.defineProperty(process, 'stdin', { value: Readable.from([Buffer.from(input)]), configurable: true })
  const written = { stdout: '', stderr: '' }
  using collecting = new DisposableStack()
  collecting.use(collect('stdout', written))
  collecting.use(collect('stderr', written))
  await main(process.argv).catch((error: unknown) => {
    process.exitCode = 1
    written.stderr += `${inspect(error)}\n`
  })
  return { code: exitCode(), ...written }
}

/** A function, since the compiler takes `process.exitCode` for what was assigned last above. */
const exitCode = (): number => Number(process.exitCode ?? 0)

/** The stream itself stays, as libraries keep it; only where it writes changes. */
function collect(name: 'stdout' | 'stderr', written: Record<typeof name, string>): Disposable {
  const stream = process[name]
  const { write } = stream
  const decoder = new TextDecoder()
  stream.write = (piece: string | Uint8Array, ...rest: unknown[]) => {
    written[name] += typeof piece === 'string' ? piece : decoder.decode(piece, { stream: true })
    const done = rest.at(-1)
    if (typeof done === 'function') queueMicrotask(() => done())
    return true
  }
  return { [Symbol.dispose]: () => void (stream.write = write) }
}
