import { readdir, readFile, stat } from 'node:fs/promises'
import { join } from 'node:path'

export interface FolderState {
  settings: string
  rest: string
}

export async function folderState(folder: string): Promise<FolderState> {
  const [settings, names, agent] = await Promise.all([
    readFile(join(folder, '.env'), 'utf8').catch(() => ''),
    readdir(folder).catch(() => []),
    stat(join(folder, 'agent.md')).catch(() => null),
  ])
  const shown = names.filter((name) => !name.startsWith('.')).toSorted() // ignored, because the start of a Hub creates files whose names begin with a dot
  return { settings, rest: JSON.stringify([shown, agent?.mtimeMs, agent?.size]) }
}

export interface FolderWait {
  check(): void
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
        checkFolder()
      }),
  }
}
