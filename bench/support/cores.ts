import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { NODE_FLAGS } from '#supervisor/children.ts'
import { program } from './programs.ts'

/** What is measured has a core for itself; whatever asks it and whatever it asks share the other one. */
export const MEASURED = 0
export const OTHERS = 1

/** Put this process with all its threads on a core; children begun afterwards stay there too. */
export function moveTo(core: number): void {
  execFileSync(program('taskset'), ['-acp', String(core), String(process.pid)], { stdio: 'ignore' })
}

export interface Started<Message> {
  pid: number
  process: ChildProcess
  /** What it sent when it was ready. */
  ready: Message
}

/**
 * Run a script of ours on a core, with the flags of a Hub's processes, until it sends that it is ready. It ends with this
 * process, when the channel closes.
 *
 * @param cores As `taskset` takes them: `0`, `0,1`.
 */
export async function startScript<Message = { port: number }>(
  cores: number | string,
  script: string,
  ...args: string[]
): Promise<Started<Message>> {
  const command = ['-c', String(cores), process.execPath, ...NODE_FLAGS, '--expose-gc', script, ...args]
  const child = spawn(program('taskset'), command, { stdio: ['ignore', 'inherit', 'inherit', 'ipc'] })
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`${script} ended with ${code} before it was ready`)
  })
  const [ready] = (await Promise.race([once(child, 'message'), ended])) as [Message]
  ended.catch(() => {})
  child.unref()
  child.channel?.unref()
  return { pid: child.pid!, process: child, ready }
}

/** Send a message to a script and wait for its answer. */
export async function answerOf<Answer>({ process }: Started<unknown>, question: string): Promise<Answer> {
  process.channel?.ref()
  process.send(question)
  const [answer] = (await once(process, 'message')) as [Answer]
  process.channel?.unref()
  return answer
}

/** Run any other server on a core, until this process ends. */
export function startProgram(
  core: number,
  command: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): ChildProcess & { pid: number } {
  const child = spawn(program('taskset'), ['-c', String(core), ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  process.once('exit', () => child.kill('SIGKILL')) // what it would clean up is in a folder that goes, too
  child.unref()
  return child as ChildProcess & { pid: number }
}
