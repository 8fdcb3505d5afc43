import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'

/** Reason why `strace` cannot trace other processes here, or false. */
export const noStrace = (): string | false => {
  const { error, status, stderr } = spawnSync('strace', ['-e', 'trace=none', 'true'], { encoding: 'utf8' })
  if (error) return 'strace is not installed'
  return status === 0 ? false : `strace can’t trace here: ${stderr.trim().split('\n').at(-1)}`
}

export interface Strace {
  detach(): Promise<void>
}

/** Attaches to a process and its threads. Resolves when all further system calls are traced. */
export async function strace(pid: number, options: readonly string[], output = '/dev/null'): Promise<Strace> {
  const child = spawn('strace', ['-f', '-o', output, ...options, '-p', String(pid)], {
    stdio: ['ignore', 'ignore', 'pipe'],
  })
  const exited = once(child, 'exit')
  let said = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => (said += text))
  while (!/attached/.test(said))
    await Promise.race([
      once(child.stderr, 'data'),
      exited.then(() => {
        throw new Error(`strace could not attach: ${said}`)
      }),
    ])
  return {
    async detach() {
      child.kill('SIGINT')
      await exited
    },
  }
}

export async function countCalls(output: string): Promise<Map<string, number>> {
  const byThread = new Map<string, Map<string, number>>()
  for (const line of (await readFile(output, 'utf8')).split('\n')) {
    const [, thread, name] = /^(\d+) +(\w+)\(/.exec(line) ?? []
    if (!thread || !name) continue
    const counts = byThread.get(thread) ?? new Map<string, number>()
    counts.set(name, (counts.get(name) ?? 0) + 1)
    byThread.set(thread, counts)
  }
  const most = new Map<string, number>()
  for (const counts of byThread.values())
    for (const [name, count] of counts) most.set(name, Math.max(count, most.get(name) ?? 0))
  return most
}
