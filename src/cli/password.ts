import { createInterface } from 'node:readline/promises'
import { Writable } from 'node:stream'
import { text } from 'node:stream/consumers'
import { CommandFailure } from './failure.ts'

/** Reads a password from the first line of standard input, or twice from the terminal without echo. */
export async function readPassword({ fromStdin }: { fromStdin: boolean }): Promise<string> {
  if (fromStdin) return (await text(process.stdin)).split(/\r?\n/, 1)[0]!
  if (!process.stdin.isTTY)
    throw new CommandFailure(
      'there is no terminal to enter a password: add --password-stdin and pipe the password to the command',
      2,
    )
  const password = await ask('Password: ')
  if ((await ask('Repeat password: ')) !== password)
    throw new CommandFailure('the two passwords differ; run the command again')
  return password
}

/** readline echoes typed text to its output; this output discards it. */
async function ask(question: string): Promise<string> {
  process.stderr.write(question)
  const unseen = new Writable({ write: (_chunk, _encoding, done) => done() })
  const lines = createInterface({ input: process.stdin, output: unseen, terminal: true })
  const interrupt = new AbortController()
  lines.once('SIGINT', () => interrupt.abort())
  try {
    return await lines.question('', { signal: interrupt.signal })
  } catch {
    throw new CommandFailure('nothing was changed')
  } finally {
    lines.close()
    process.stderr.write('\n')
  }
}
