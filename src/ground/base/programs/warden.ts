import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'
import { newToken } from '../ids.ts'
import { killMarked, MARK } from './marked.ts'

/** Starts programs that leave nothing behind: not when they end, and not when this process is killed itself. */
export interface Warden {
  /**
   * Start a program with `begin`: as the head of a process group, and with the variable it is given. Both are
   * watched. The watch is made ready first: that takes longer than a program needs to begin, and this process
   * may be killed in between.
   *
   * The remaining gap is about a millisecond, from the system's start of the head until `begin` returns.
   * Killed right then, this process leaves behind only programs that continue after their input has ended:
   * MCP forbids servers that, and scripts, which may, wait behind a gate of their own (`run-script.ts`). The
   * gate is a shell, which changes the environment it passes on: it adds `PWD` and drops names that are
   * invalid in a shell. Other people's programs get theirs untouched but for the mark.
   *
   * @throws errors of `begin`.
   */
  start<Head extends { pid?: number | undefined }>(
    begin: (mark: Readonly<Record<string, string>>) => Head,
  ): WatchedProgram<Head>
}

/** A program with all it started. */
export interface WatchedProgram<Head> {
  head: Head
  /** Sends SIGTERM to its group. */
  ask(): void
  /** Kill it and all it started, in its group or out of it. Resolves when none is left. */
  kill(): Promise<void>
  /** Called after it has exited. */
  leave(): void
}

/**
 * Reads `watch GROUP MARK` and `leave GROUP MARK`; when the input ends, it gives what it still watches two seconds, then
 * kills.
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

/** A small shell that lives as long as there is something to watch. */
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
  shell.on('error', () => {}) // no shell: a closed input is all the groups get to know
  shell.stdin.on('error', () => {})
  shell.unref()
  return shell
}

const signalGroup = (group: number | undefined, signal: NodeJS.Signals): void => {
  if (group === undefined) return
  try {
    process.kill(-group, signal)
  } catch {
    // the group is empty
  }
}
