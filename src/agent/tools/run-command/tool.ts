import { mkdir, realpath } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '#base/clock.ts'
import { defineTool } from '../../define-tool.ts'
import type { Tool, ToolContext } from '../../tool.ts'
import { titles } from '../files/titles.ts'
import { findBubblewrap } from './bubblewrap.ts'
import { madeFiles, snapshot } from './made-files.ts'
import { runProcess, type CommandEnd, type CommandLine } from './process.ts'
import { SANDBOX_ENVIRONMENT, sandboxOptions } from './sandbox.ts'

export interface CommandSettings {
  /** Without a sandbox a command can do whatever the service itself can. */
  isSandboxed: boolean
  /** Longest time of one command, in seconds. */
  maxSeconds: number
  /** Absolute paths that commands in a sandbox never see, such as the data folder. */
  secretFolders: readonly string[]
  clock: Pick<Clock, 'sleep'>
}

const MAX_COMMAND = 20_000
const DEFAULT_SECONDS = 60

export const runCommandTool = (settings: CommandSettings): Tool =>
  defineTool({
    name: 'run_command',
    description:
      `Run a shell command and get its output and exit code. It starts in the Hub’s folder: shared files are in files/, this chat’s files in $CHAT, where the command may write; files it makes there come back as links for the person. ${
        settings.isSandboxed
          ? 'There is no network, and everything else is read-only or gone afterwards.'
          : ''
      }`.trim(),
    input: z.object({
      command: z
        .string()
        .trim()
        .min(1)
        .max(MAX_COMMAND)
        .describe('A line for the shell, such as wc -l files/*.csv'),
      timeout_seconds: z
        .int()
        .min(1)
        .default(Math.min(DEFAULT_SECONDS, settings.maxSeconds))
        .describe(`Stop it after so many seconds, at most ${settings.maxSeconds}`),
    }),
    restricted: { capability: 'run_commands', label: 'Run commands', group: 'Built-in tools' },
    title: titles('Running a command', 'Ran a command', 'Could not run a command'),
    run: async ({ command, timeout_seconds }, ctx) => {
      if (command.includes('\0')) throw new Error('The command holds a NUL character.')
      await mkdir(ctx.chatFolder, { recursive: true, mode: 0o700 })
      const seconds = Math.min(timeout_seconds, settings.maxSeconds)
      const line = await (settings.isSandboxed
        ? sandboxed(command, ctx, settings)
        : unsandboxed(command, ctx))
      const before = await snapshot(ctx.chatFolder)
      const end = await runProcess(line, {
        stop: ctx.signal,
        limitMs: seconds * 1000,
        clock: settings.clock,
      })
      if (end.complaint.startsWith('bwrap: '))
        throw new Error(
          `The sandbox can’t be made here: ${end.complaint.split('\n', 1)[0]}. hub doctor tells more.`,
        )
      return resultText(end, seconds, await madeFiles(before, ctx))
    },
  })

/** Limits of one process, then the command with its errors among its output. `$0` is the shell. */
const LIMITED = [
  'ulimit -c 0', // no core dumps
  'ulimit -f 2097152 2>/dev/null', // 1 GiB a file, in blocks
  'ulimit -d 2097152 2>/dev/null', // 2 GiB of memory, in KiB
  'ulimit -u 1024 2>/dev/null', // processes; root has no such limit
  'exec "$0" -c "$1" 2>&1',
].join('; ')

const SHELL = ['/bin/sh', '-c', LIMITED, '/bin/sh']

const sandboxed = async (
  command: string,
  { hubFolder, chatFolder, write }: ToolContext,
  { secretFolders }: CommandSettings,
): Promise<CommandLine> => {
  const program = await findBubblewrap()
  if (!program)
    throw new Error(
      'run_command needs bubblewrap (the program bwrap) on this machine, which is not installed.',
    )
  const view = { hubFolder, chatFolder: await realpath(chatFolder), write, secretFolders }
  // Options travel through a pipe: there may be more than a command line can hold.
  const extra = (await sandboxOptions(view)).map((option) => `${option}\0`).join('')
  return { program, args: ['--args', '3', ...SHELL, command], env: SANDBOX_ENVIRONMENT, cwd: '/', extra }
}

const unsandboxed = async (command: string, { hubFolder, chatFolder }: ToolContext): Promise<CommandLine> => {
  const [program, ...args] = SHELL
  const { PATH = '/usr/local/bin:/usr/bin:/bin', HOME = '/tmp', LANG = 'C.UTF-8' } = process.env
  return {
    program: program!,
    args: [...args, command],
    env: { PATH, HOME, LANG, CHAT: chatFolder },
    cwd: hubFolder,
  }
}

const resultText = (
  { code, signal, output, isLate }: CommandEnd,
  seconds: number,
  files: readonly string[],
): string => {
  const ending = isLate
    ? `Stopped after ${seconds} s.`
    : code === null
      ? `Ended by ${signal}.`
      : `Exit code ${code}.`
  const made = files.length > 0 ? `\n\nFiles it made or changed in chat/:\n${files.join('\n')}` : ''
  return `${ending}\n${output || '(no output)'}${made}`
}
