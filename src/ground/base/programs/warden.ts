import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'
import { newToken } from '../ids.ts'
import { killMarked, MARK } from './marked.ts'

/** Starts programs whose descendants are killed when the program ends and when this process is killed. */
export interface Warden {
  /**
   * Calls `begin` to start a program as leader of a process group, with the environment variable in `mark`. The
   * warden watches the group and the mark. It starts the watching shell first, because that takes longer than the
   * start of a program.
   *
   * If this process is killed within about a millisecond after the program's start, the program continues unless it
   * ends with its input. MCP servers must end with their input. Scripts, which need not, wait at a gate
   * (`run-script.ts`). Only scripts get a gate: its shell adds `PWD` to the environment and drops names that are
   * invalid in a shell.
   *
   * @throws errors of `begin`.
   */
  start<Head extends { pid?: number | undefined }>(
    begin: (mark: Readonly<Record<string, string>>) => Head,
  ): WatchedProgram<Head>
}

/** A program and its descendants. */
export interface WatchedProgram<Head> {
  head: Head
  /** Sends SIGTERM to the process group. */
  ask(): void
  /** Kills the program and its descendants inside and outside the process group. Resolves when all have ended. */
  kill(): Promise<void>
  /** Stops the watch. Call it after the program has exited. */
  leave(): void
}

/**
 * Reads lines `watch GROUP MARK` and `leave GROUP MARK`. When the input ends, it waits two seconds, then kills all
 * watched groups and marked processes.
 */
const SCRIPT = `
watched=
while read -r action group mark; do
  one=$group:$mark
  case $action in
    watch) watched="$watched $one" ;;
    leave) kept=; for other in $watched; do [ "$other" = "$one" ] || kept="$kept $other"; done; watched=$kept ;;
  esac
done
[ -z "$watched" ] && exit
sleep 2
for one in $watched; do kill -9 "-\${one%%:*}" 2>/dev/null; done
for round in 1 2 3 4 5; do
  for one in $watched; do
    for found in $(grep -ls "${MARK}=\${one#*:}" /proc/[0-9]*/environ); do
      found=\${found#/proc/}
      kill -9 "\${found%/environ}" 2>/dev/null
    done
  done
done
`

/** Runs one shell while there are watched programs. */
export function createWarden(): Warden {
  let watches = 0
  let shell: ChildProcessByStdio<Writable, null, null> | null = null

  return {
    start(begin) {
      watches++
      const { stdin } = (shell ??= openShell())
      const mark = newToken(128)
      let group: number | undefined
      const leave = () => {
        if (group !== undefined) stdin.write(`leave ${group} ${mark}\n`)
        if (--watches > 0) return
        stdin.end()
        shell = null
      }
      try {
        const head = begin({ [MARK]: mark })
        group = head.pid
        if (group !== undefined) stdin.write(`watch ${group} ${mark}\n`)
        return {
          head,
          ask: () => signalGroup(group, 'SIGTERM'),
          async kill() {
            signalGroup(group, 'SIGKILL')
            await killMarked(mark)
          },
          leave,
        }
      } catch (error) {
        leave()
        throw error
      }
    },
  }
}

const openShell = () => {
  const shell = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.on('error', () => {}) // without a shell, programs notice our death only by the end of their input
  shell.stdin.on('error', () => {})
  shell.unref()
  return shell
}

const signalGroup = (group: number | undefined, signal: NodeJS.Signals): void => {
  if (group === undefined) return
  try {
    process.kill(-group, signal)
  } catch {
    // the group has no process
  }
}
