import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import type { TestContext } from 'node:test'
import { setTimeout as sleep } from 'node:timers/promises'
import { until } from './until.ts'

/**
 * Runs a program under a parent that does not reap its children, as in a container without an init process.
 *
 * @returns Process id, and first line of output.
 */
export async function runUnderDeafParent(t: TestContext, program: readonly string[]) {
  const script = '"$@" & echo "$!"; exec sleep 3600'
  const parent = spawn('sh', ['-c', script, 'sh', ...program], { stdio: ['ignore', 'pipe', 'inherit'] })
  t.after(() => parent.kill('SIGKILL'))
  const lines = createInterface({ input: parent.stdout })[Symbol.asyncIterator]()
  const pid = Number((await lines.next()).value)
  while (readFileSync(`/proc/${parent.pid}/comm`, 'utf8') !== 'sleep\n') await sleep(5) // before `exec`, the shell still reaps its children
  t.after(() => {
    if (!isZombie(pid)) process.kill(pid, 'SIGKILL')
  })
  return { pid, firstLine: async (): Promise<string> => (await lines.next()).value ?? '' }
}

export async function zombie(t: TestContext): Promise<number> {
  const { pid } = await runUnderDeafParent(t, ['sleep', '3600'])
  process.kill(pid, 'SIGKILL')
  await untilZombie(pid)
  return pid
}

export async function untilZombie(pid: number): Promise<void> {
  await until(() => isZombie(pid))
}

export const startOfProcess = (pid: number): string => statOf(pid)[19]!

const isZombie = (pid: number): boolean => statOf(pid)[0] === 'Z'

const statOf = (pid: number): string[] => {
  const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')
}
