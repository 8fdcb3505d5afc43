import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Debian's place for it, or where a variable says; null where there is none. */
export const natsProgram: string | null =
  [
    process.env.TEST_NATS_SERVER,
    '/usr/sbin/nats-server',
    '/usr/bin/nats-server',
    '/opt/homebrew/bin/nats-server',
  ].find((path) => path && existsSync(path)) ?? null

/** A NATS server that a test may end, start again at the same address, and halt with its connections open. */
export interface OwnNats {
  /** With credentials. */
  url: string
  port: number
  stop(): Promise<void>
  start(): Promise<void>
  halt(): void
  goOn(): void
}

export const NATS_PASSWORD = 'only the tests know: @/:'

/**
 * @param options More of the server's command line, such as for TLS, or a file that says who is let in.
 * @param hasUser Whether the usual name and password let one in; default unless a file says who.
 */
export async function startNats(
  t: { after(then: () => unknown): void },
  options: readonly string[] = [],
  { hasUser = !options.includes('-c') } = {},
): Promise<OwnNats> {
  let child: ChildProcess | null = null
  let port = -1
  const start = async () => {
    const started = spawn(
      'setpriv',
      [
        '--pdeathsig',
        'KILL',
        natsProgram!,
        '-a',
        '127.0.0.1',
        '-p',
        String(port),
        ...(hasUser ? ['--user', 'hub', '--pass', NATS_PASSWORD] : []),
        ...options,
      ],
      { stdio: ['ignore', 'ignore', 'pipe'] },
    )
    child = started
    const said: string[] = []
    for await (const line of createInterface({ input: started.stderr })) {
      said.push(line)
      port = Number(/Listening for client connections on .*:(\d+)$/.exec(line)?.[1] ?? port)
      if (!line.includes('Server is ready')) continue
      started.stderr.resume()
      return
    }
    throw new Error(`nats-server ended: ${said.join('\n')}`)
  }
  const stop = async () => {
    if (!child || child.exitCode !== null || child.signalCode !== null) return
    child.kill('SIGKILL')
    await once(child, 'exit')
  }
  t.after(stop)
  await start()
  return {
    url: `nats://hub:${encodeURIComponent(NATS_PASSWORD)}@127.0.0.1:${port}`,
    port,
    stop,
    start,
    halt: () => child!.kill('SIGSTOP'),
    goOn: () => child!.kill('SIGCONT'),
  }
}
