import { spawn, type ChildProcessByStdio } from 'node:child_process'
import type { Writable } from 'node:stream'

/** Kills process groups that would outlive this process, also when it is killed itself. */
export interface Warden {
  /** Returns the way to stop. */
  watch(group: number): () => void
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
  const groups = new Set<number>()
  let shell: ChildProcessByStdio<Writable, null, null> | null = null

  const tell = (line: string) => {
    if (!shell) {
      shell = spawn('/bin/sh', ['-c', SCRIPT], { detached: true, stdio: ['pipe', 'ignore', 'ignore'] })
      shell.on('error', () => {}) // no shell: a closed input is all the groups get to know
      shell.stdin.on('error', () => {})
      shell.unref()
    }
    shell.stdin.write(`${line}\n`)
  }
  return {
    watch(group) {
      groups.add(group)
      tell(`watch ${group}`)
      return () => {
        groups.delete(group)
        tell(`leave ${group}`)
        if (groups.size > 0) return
        shell?.stdin.end()
        shell = null
      }
    },
  }
}
