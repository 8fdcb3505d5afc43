import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/** All descendants of a program inherit this variable, even descendants outside its process group. */
export const MARK = 'HUB_SERVICE_STARTED'

/**
 * `killMarked` repeats its scan of the processes until several scans find nothing: a process may start another, or
 * hide its mark during `exec`.
 */
const MAX_ROUNDS = 100
const CLEAR_ROUNDS = 2
const ROUND_MS = 10

/** Does nothing on systems without `/proc`. Misses processes that removed the mark from their environment. */
export async function killMarked(mark: string): Promise<void> {
  for (let round = 0, clear = 0; round < MAX_ROUNDS; round++) {
    const found = await markedProcesses(mark)
    clear = found.length === 0 ? clear + 1 : 0
    if (clear === CLEAR_ROUNDS) return
    for (const pid of found) killOne(pid)
    await setTimeout(ROUND_MS)
  }
}

const markedProcesses = async (mark: string): Promise<number[]> => {
  const names = await readdir('/proc').catch(() => [])
  const wanted = `${MARK}=${mark}`
  const found = await Promise.all(
    names
      .filter((name) => /^\d+$/.test(name))
      .map(async (pid) => {
        const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '') // the process has ended, or another user owns it
        return environment.split('\0').includes(wanted) ? [Number(pid)] : []
      }),
  )
  return found.flat()
}

const killOne = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // the process has ended
  }
}
