import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { createInterface } from 'node:readline'

/** Path of the program: from the variable, else Debian's path. Null if the program is not installed. */
export const natsProgram: string | null =
  [
    process.env.TEST_NATS_SERVER,
    '/usr/sbin/nats-server',
    '/usr/bin/nats-server',
    '/opt/homebrew/bin/nats-server',
  ].find((path) => path && existsSync(path)) ?? null

export interface OwnNats {
  /** Includes credentials. */
  url: string
  port: number
  stop(): Promise<void>
  start(): Promise<void>
  halt(): void
  goOn(): void
}

export const NATS_PASSWORD = 'only the tests know: @/:'

/**
 * @param options Additional arguments, such as for TLS or an authorization file.
 * @param hasUser If true, the server accepts the usual name and password.
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
    const output: string[] = []
    for await (const line of createInterface({ input: started.stderr })) {
      output.push(line)
      port = Number(/Listening for client connections on .*:(\d+)$/.exec(line)?.[1] ?? port)
      if (!line.includes('Server is ready')) continue
      started.stderr.resume()
      return
    }
    throw new Error(`nats-server ended: ${output.join('\n')}`)
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
