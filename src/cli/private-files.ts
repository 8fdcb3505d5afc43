import { chmod, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'

interface ProcessFolders {
  environment: Environment
  dataFolder: string
}

const SQLITE = 'sqlite:'

export function privateFiles(hubFolder: string, { environment, dataFolder }: ProcessFolders): string[] {
  const url = environment['SVC_DATABASE_URL'] || `${SQLITE}${join(dataFolder, 'hub.db')}`
  const store = url.startsWith(SQLITE) ? resolve(hubFolder, url.slice(SQLITE.length)) : null
  return [
    join(dataFolder, 'secrets.json'),
    ...(store === null ? [] : ['', '-wal', '-shm'].map((ending) => store + ending)),
  ]
}

export async function openToOthers(paths: readonly string[]): Promise<{ path: string; mode: string }[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const mode = ((await stat(path).catch(() => null))?.mode ?? 0) & 0o777
      return (mode & 0o077) === 0 ? [] : [{ path, mode: mode.toString(8) }]
    }),
  )
  return found.flat()
}

/** Removes other users' permissions, which copying may have added. */
export async function makePrivate(paths: readonly string[]): Promise<string[]> {
  const mended = await Promise.all(
    (await openToOthers(paths)).map(({ path }) =>
      chmod(path, 0o600).then(
        () => [path],
        () => [], // the file belongs to another user; the code that opens it reports a better error
      ),
    ),
  )
  return mended.flat()
}
