import { mkdir, realpath, statfs } from 'node:fs/promises'
import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import { createWarden } from '#ground/base/programs/warden.ts'
import { defineTool } from '../define-tool.ts'
import type { Tool, ToolContext } from '../tool.ts'
import { titles } from '../files/titles.ts'
import { findBubblewrap, type Bubblewrap } from './bubblewrap.ts'
import { checkSandbox } from './check.ts'
import { joining, openControlGroup, type ControlGroup } from './control-group.ts'
import { limitedShell, usualLimits, type CommandLimits } from './limits.ts'
import { madeFiles, snapshot } from './made-files.ts'
import { runProcess, type CommandEnd, type CommandLine } from './process.ts'
import { SANDBOX_ENVIRONMENT, sandboxOptions } from './sandbox.ts'

export interface CommandSettings {
  /** If false, commands have all rights of the service. */
  isSandboxed: boolean
  maxSeconds: number
  limits?: CommandLimits
  /** Absolute paths that the sandbox never contains, such as the data folder. */
  secretPaths: readonly string[]
  clock: Pick<Clock, 'sleep'>
}

const MAX_COMMAND = 20_000
const DEFAULT_SECONDS = 60

export function runCommandTool(settings: CommandSettings): Tool {
  const { isSandboxed, maxSeconds, clock } = settings
  const limits = settings.limits ?? usualLimits(maxSeconds)
  const warden = createWarden()
  let usable: Promise<Bubblewrap> | undefined
  const bubblewrap = () =>
    (usable ??= usableBubblewrap(limits)).catch((error: unknown) => {
      usable = undefined // a later call checks again, because an operator may install bubblewrap
      throw error
    })
  return defineTool({
    name: 'run_command',
    description:
      `Run a shell command and get its output and exit code. It starts in the Hub’s folder: shared files are in files/, this chat’s files in $CHAT, where the command may write; files it makes there come back as links for the person. ${
        isSandboxed ? 'There is no network, and everything else is read-only or gone afterwards.' : ''
      }`.trim(),
    input: z.object({
      command: z.string().trim().min(1).max(MAX_COMMAND).describe('Shell command, such as wc -l files/*.csv'),
      timeout_seconds: z
        .int()
        .min(1)
        .default(Math.min(DEFAULT_SECONDS, maxSeconds))
        .describe(`Seconds after which the command is stopped, at most ${maxSeconds}`),
    }),
    restricted: { capability: 'run_commands', label: 'Run commands', group: 'Built-in tools' },
    title: titles('runCommand'),
    run: async ({ command, timeout_seconds }, ctx) => {
      if (command.includes('\0')) throw new Error('The command contains a NUL character.')
      await mkdir(ctx.chatFolder, { recursive: true, mode: 0o700 })
      const seconds = Math.min(timeout_seconds, maxSeconds)
      await using group = isSandboxed ? await openControlGroup(limits) : null
      const line = await (isSandboxed
        ? sandboxed(command, ctx, { ...settings, limits, group, bubblewrap: await bubblewrap() })
        : unsandboxed(command, ctx, limits))
      const before = await snapshot(ctx.chatFolder)
      const end = await runProcess(line, {
        stop: ctx.signal,
        clock,
        warden,
        stopReasons: [
          (signal) => clock.sleep(seconds * 1000, signal).then(() => `Stopped after ${seconds} s.`),
          ...(isSandboxed ? [diskBound(ctx, { least: limits.freeDisk, clock })] : []),
        ],
      })
      if (end.sandboxStderr.startsWith('bwrap: '))
        throw new Error(
          `The sandbox can’t be created: ${end.sandboxStderr.split('\n', 1)[0]}. Run hub doctor for details.`,
        )
      return resultText(end, await madeFiles(before, ctx))
    },
  })
}

const diskBound =
  (
    { hubFolder, chatFolder }: Pick<ToolContext, 'hubFolder' | 'chatFolder'>,
    about: { least: number; clock: Pick<Clock, 'sleep'> },
  ) =>
  (signal: AbortSignal): Promise<string> =>
    diskFilled([hubFolder, chatFolder], { ...about, signal }).then(() => 'Stopped: it was filling the disk.')

interface Confinement extends Pick<CommandSettings, 'secretPaths'> {
  limits: CommandLimits
  group: ControlGroup | null
  bubblewrap: Bubblewrap
}

async function usableBubblewrap(limits: CommandLimits): Promise<Bubblewrap> {
  const bubblewrap = await findBubblewrap()
  if (!bubblewrap)
    throw new Error(
      'run_command needs bubblewrap (the program bwrap) on this machine, which is not installed.',
    )
  const { problem } = await checkSandbox(bubblewrap, limits)
  if (problem)
    throw new Error(`run_command can’t run on this machine: ${problem.message}. To fix this: ${problem.fix}.`)
  return bubblewrap
}

const sandboxed = async (
  command: string,
  { hubFolder, chatFolder, write }: ToolContext,
  { secretPaths, limits, group, bubblewrap }: Confinement,
): Promise<CommandLine> => {
  const view = { hubFolder, chatFolder: await realpath(chatFolder), write, secretPaths }
  // A pipe passes the options, since they may exceed the maximum length of a command line.
  const extra = (await sandboxOptions(view, bubblewrap)).map((option) => `${option}\0`).join('')
  const [program, ...args] = [
    ...(group ? joining(group) : []),
    ...LOW_PRIORITY_COMMAND,
    bubblewrap.program,
    '--args',
    '3',
    ...limitedShell(limits),
    command,
  ]
  return { program, args, env: SANDBOX_ENVIRONMENT, cwd: '/', extra }
}

/** The command gets the lowest CPU priority, and the kernel kills it first if memory runs out. */
const LOW_PRIORITY_COMMAND = [
  '/bin/sh',
  '-c',
  'echo 1000 > /proc/self/oom_score_adj; exec nice -n 19 "$@"',
  '/bin/sh',
]

const unsandboxed = async (
  command: string,
  { hubFolder, chatFolder }: ToolContext,
  limits: CommandLimits,
): Promise<CommandLine> => {
  const [program, ...args] = limitedShell({ ...limits, processes: null })
  const { PATH = '/usr/local/bin:/usr/bin:/bin', HOME = '/tmp', LANG = 'C.UTF-8' } = process.env
  return {
    program: program!,
    args: [...args, command],
    env: { PATH, HOME, LANG, CHAT: chatFolder },
    cwd: hubFolder,
  }
}

const resultText = ({ code, signal, output, stopped }: CommandEnd, files: readonly string[]): string => {
  const ending = stopped ?? (code === null ? `Ended by ${signal}.` : `Exit code ${code}.`)
  const made = files.length > 0 ? `\n\nFiles it made or changed in chat/:\n${files.join('\n')}` : ''
  return `${ending}\n${output || '(no output)'}${made}`
}

const POLL_INTERVAL_MS = 100

async function diskFilled(
  folders: readonly string[],
  { least, clock, signal }: { least: number; clock: Pick<Clock, 'sleep'>; signal: AbortSignal },
): Promise<void> {
  const disks = await Promise.all(
    folders.map(async (folder) => ({ folder, least: Math.min(least, (await freeOn(folder)) / 2) })),
  )
  for (;;) {
    await clock.sleep(POLL_INTERVAL_MS, signal)
    const filled = await Promise.all(disks.map(async (disk) => (await freeOn(disk.folder)) < disk.least))
    if (filled.includes(true)) return
  }
}

const freeOn = (folder: string): Promise<number> =>
  statfs(folder).then(
    ({ bavail, bsize }) => bavail * bsize,
    () => Infinity,
  )
