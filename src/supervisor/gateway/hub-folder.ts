import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

/** State that affects a Hub's start. `rest`: names of files, and the agent file's time and size. */
export interface FolderState {
  /** Content of the folder's `.env`. */
  settings: string
  rest: string
}

export async function folderState(folder: string): Promise<FolderState> {
  const [settings, names, agent] = await Promise.all([
    readFile(join(folder, '.env'), 'utf8').catch(() => ''),
    readdir(folder).catch(() => []),
    stat(join(folder, 'agent.md')).catch(() => null),
  ])
  const shown = names.filter((name) => !name.startsWith('.')).toSorted() // files made by a start begin with a dot
  return { settings, rest: JSON.stringify([shown, agent?.mtimeMs, agent?.size]) }
}

export interface FolderWait {
  /** Call when the folder may have changed. */
  check(): void
  /** Resolves when `isSo` returns true, or when the signal aborts. */
  until(isSo: (now: FolderState) => boolean, signal: AbortSignal): Promise<void>
}

export function createFolderWait(folder: string): FolderWait {
  let checkFolder = () => {}
  return {
    check: () => checkFolder(),
    until: (isSo, signal) =>
      new Promise((resolve) => {
        const done = () => {
          checkFolder = () => {}
          signal.removeEventListener('abort', done)
          resolve()
        }
        if (signal.aborted) return done()
        signal.addEventListener('abort', done)
        const check = async () => {
          if (isSo(await folderState(folder))) done()
        }
        checkFolder = () => void check()
        checkFolder() // the folder may have changed before `checkFolder` was set
      }),
  }
}
