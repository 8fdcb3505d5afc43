import { fork, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { CommandOrder, CommandResult } from './hub-command.ts'

const LOOP = join(import.meta.dirname, 'command-loop.ts')

/** Processes that have loaded `hub` and wait for a command. */
const idle: ChildProcess[] = []

/** Run a command in a process that has loaded `hub` before, as if it had been started for it. */
export async function runInLoadedProcess(order: CommandOrder): Promise<CommandResult> {
  const child = idle.pop() ?? (await loadedProcess(order.environment))
  keepsTestsWaiting(child, 'ref')
  const ended = new AbortController()
  const result = once(child, 'message', ended)
  const exit = once(child, 'exit', ended)
  child.send(order)
  const [answer] = await Promise.race([result, exit])
  ended.abort()
  await Promise.allSettled([result, exit])
  if (answer === null || typeof answer !== 'object')
    throw new Error(`the process that ran ${order.argv.join(' ')} ended`)
  const { isLast, ...outcome } = answer as CommandResult & { isLast: boolean }
  keepsTestsWaiting(child, 'unref')
  if (!isLast) idle.push(child)
  return outcome
}

async function loadedProcess(env: CommandOrder['environment']): Promise<ChildProcess> {
  const child = fork(LOOP, { env, execArgv: ['--disable-warning=ExperimentalWarning'] })
  await once(child, 'message')
  return child
}

/** A process that waits for a command holds up no end; neither does the channel to it, which is gone with it. */
function keepsTestsWaiting(child: ChildProcess, how: 'ref' | 'unref'): void {
  child[how]()
  child.channel?.[how]()
}
