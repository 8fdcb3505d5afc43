import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'
import { newToken } from '../ids.ts'
import { killMarked, MARK } from './marked.ts'

/** Starts programs whose descendants are killed when the program ends and when this process is killed. */
export interface Warden {
  /**
   * `begin` starts a program as leader of a process group, with the environment variable in `mark`. This process may
   * be killed before it watches the program. Until then, the program must therefore either do no work, or stop when
   * its input ends.
   * @throws errors of `begin`.
   */
  start<Head extends { pid?: number | undefined }>(
    begin: (mark: Readonly<Record<string, string>>) => Head,
  ): WatchedProgram<Head>
}

export interface WatchedProgram<Head> {
  head: Head
  terminate(): void
  /** Also kills descendants outside the process group. Resolves when all processes have ended. */
  kill(): Promise<void>
  unwatch(): void
}

/**
 * Reads lines. `watch GROUP MARK` adds a process group and the mark of its program to a list, and `leave GROUP MARK`
 * removes them. After its input ends, the script waits 2 s and kills the listed groups and all processes with a
 * listed mark.
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

export function createWarden(): Warden {
  let watches = 0
  let shell: ChildProcessByStdio<Writable, null, null> | null = null

  return {
    start(begin) {
      watches++
      const { stdin } = (shell ??= openShell())
      const mark = newToken(128)
      let group: number | undefined
      const unwatch = () => {
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
          terminate: () => signalGroup(group, 'SIGTERM'),
          async kill() {
            signalGroup(group, 'SIGKILL')
            await killMarked(mark)
          },
          unwatch,
        }
      } catch (error) {
        unwatch()
        throw error
      }
    },
  }
}

const openShell = () => {
  const shell = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
  shell.on('error', () => {})
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
