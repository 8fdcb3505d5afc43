import { readdir, readFile } from 'node:fs/promises'
import { setTimeout } from 'node:timers/promises'

/**
 * The variable that tells whose work a process is. Children inherit it wherever they go, also into a session of their own
 * (`setsid`), where the signals of a process group don't reach them.
 */
export const MARK = 'HUB_SERVICE_STARTED'

/** New ones may be started while the others are killed, and one that is just becoming another program shows no mark. */
const MOST_ROUNDS = 100
const CLEAR_ROUNDS = 2
const ROUND_MS = 10

/**
 * Kill every process that carries a mark, until none is left. On systems without `/proc` there is nothing to go by, and a
 * process that took the mark out of its environment is not found.
 */
export async function killMarked(mark: string): Promise<void> {
  for (let round = 0, clear = 0; round < MOST_ROUNDS; round++) {
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
        const environment = await readFile(`/proc/${pid}/environ`, 'latin1').catch(() => '') // gone, or another user's
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
