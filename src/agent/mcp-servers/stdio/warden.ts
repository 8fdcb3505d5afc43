import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'

/** Kills process groups that would outlive this process, also when it is killed itself. */
export interface Warden {
  /**
   * Start the head of a group with `begin` and watch the group. The watch is made ready first: that takes longer than a
   * program needs to begin, and this process may be killed in between.
   *
   * What is left is the moment, about a millisecond, from the system's start of the head until `begin` returns. Killed
   * right then, this process leaves behind only what goes on after its input has ended: MCP forbids servers that, and
   * scripts, which may, wait behind a gate of their own (`#runs/script/run.ts`). The gate is a shell, which changes the
   * environment it hands on: it adds `PWD` and drops names that are none to it. Other people's programs get theirs
   * untouched.
   *
   * @throws what `begin` throws.
   */
  start<Head extends { pid?: number | undefined }>(begin: () => Head): Watched<Head>
}

export interface Watched<Head> {
  head: Head
  /** The group is gone. */
  leave(): void
}

/** Reads `watch N` and `leave N`; when the input ends, it gives the groups it still watches two seconds, then kills. */
const SCRIPT = `
groups=
while read -r action group; do
  case $action in
    watch) groups="$groups $group" ;;
    leave) kept=; for one in $groups; do [ "$one" = "$group" ] || kept="$kept $one"; done; groups=$kept ;;
  esac
done
[ -z "$groups" ] && exit
sleep 2
for one in $groups; do kill -9 "-$one" 2>/dev/null; done
`

/** A small shell that lives as long as there is something to watch. */
export function createWarden(): Warden {
  let watches = 0
  let shell: ChildProcessByStdio<Writable, null, null> | null = null

  return {
    start(begin) {
      watches++
      const { stdin } = (shell ??= openShell())
      let group: number | undefined
      const leave = () => {
        if (group !== undefined) stdin.write(`leave ${group}\n`)
        if (--watches > 0) return
        stdin.end()
        shell = null
      }
      try {
        const head = begin()
        group = head.pid
        if (group !== undefined) stdin.write(`watch ${group}\n`)
        return { head, leave }
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
