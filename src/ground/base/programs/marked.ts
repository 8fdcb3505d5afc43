import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/**
 * The variable that marks a process as ours. All descendants inherit it, even in a session of their own
 * (`setsid`), where the signals of a process group don't reach them.
 */
export const MARK = 'HUB_SERVICE_STARTED'

/**
 * New processes may be started while the rest is killed, and a process in the middle of an exec shows no
 * mark.
 */
const MAX_ROUNDS = 100
const CLEAR_ROUNDS = 2
const ROUND_MS = 10

/**
 * Kills every process with a mark, until none is left. On systems without `/proc` it does nothing, and a
 * process that removed the mark from its environment is not found.
 */
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
        const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '') // ended, or another user's
        return environment.split('\0').includes(wanted) ? [Number(pid)] : []
      }),
  )
  return found.flat()
}

const killOne = (pid: number): void => {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // it has ended
  }
}
