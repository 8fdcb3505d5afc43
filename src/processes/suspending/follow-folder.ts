import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { watchFolders } from '#ground/hub/watch.ts'

/** Call `onChange` when something changes in a Hub's folder or the folders in it, but what begins with a dot. */
export function followFolder(folder: string, onChange: () => void): Disposable {
  const folders = new Set([folder, ...namesOfFolders(folder).map((name) => join(folder, name))])
  const isNews = (path: string) => !folders.has(path) && !basename(path).startsWith('.')
  const watch = watchFolders(
    (paths) => {
      if ([...paths].some(isNews)) onChange()
    },
    () => {}, // reported by the running Hub
  )
  watch.follow(folders)
  return watch
}

function namesOfFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((one) => one.isDirectory() && !one.name.startsWith('.')).map(({ name }) => name)
  } catch {
    return [] // the folder was deleted, which its gateway notices
  }
}
