import { readdirSync } from 'node:fs'
import { basename, join } from 'node:path'
import { watchFolders } from '#ground/hub/watch.ts'

export function followFolder(folder: string, onChange: () => void): Disposable {
  const folders = new Set([folder, ...namesOfFolders(folder).map((name) => join(folder, name))])
  const isNews = (path: string) => !folders.has(path) && !basename(path).startsWith('.')
  const watch = watchFolders(
    (paths) => {
      if ([...paths].some(isNews)) onChange()
    },
    () => {}, // ignores watch errors, because the running Hub reports them
  )
  watch.follow(folders)
  return watch
}

function namesOfFolders(folder: string): string[] {
  try {
    const entries = readdirSync(folder, { withFileTypes: true })
    return entries.filter((one) => one.isDirectory() && !one.name.startsWith('.')).map(({ name }) => name)
  } catch {
    return []
  }
}
