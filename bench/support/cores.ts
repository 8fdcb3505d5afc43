import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { NODE_FLAGS } from '#supervisor/children.ts'
import { program } from './programs.ts'

export const MEASURED = 0
export const OTHERS = 1

/** Pins all threads of this process to a core. Processes that it starts afterwards inherit the core. */
export function moveTo(core: number): void {
  execFileSync(program('taskset'), ['-acp', String(core), String(process.pid)], { stdio: 'ignore' })
}

export interface Started<Message> {
  pid: number
  process: ChildProcess
  ready: Message
}

/** The script ends with this process. @param cores Such as `0,1` */
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

export async function answerOf<Answer>({ process }: Started<unknown>, question: string): Promise<Answer> {
  process.channel?.ref()
  process.send(question)
  const [answer] = (await once(process, 'message')) as [Answer]
  process.channel?.unref()
  return answer
}

/** The program ends with this process. */
export function startProgram(
  core: number,
  command: readonly string[],
  environment: NodeJS.ProcessEnv = process.env,
): ChildProcess & { pid: number } {
  const child = spawn(program('taskset'), ['-c', String(core), ...command], {
    stdio: ['ignore', 'ignore', 'inherit'],
    env: environment,
  })
  process.once('exit', () => child.kill('SIGKILL')) // SIGKILL, because this process also deletes the program's temporary folder
  child.unref()
  return child as ChildProcess & { pid: number }
}
