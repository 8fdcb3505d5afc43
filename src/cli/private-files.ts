import { chmod, stat } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import type { Environment } from '#ground/base/environment.ts'

interface Place {
  environment: Environment
  /** Absolute. */
  dataFolder: string
}

const SQLITE = 'sqlite:'

/** Files that only the Hub's own user may read: the generated secrets, and the store where it is a file. They may be missing. */
export function privateFiles(hubFolder: string, { environment, dataFolder }: Place): string[] {
  const url = environment['SVC_DATABASE_URL'] || `${SQLITE}${join(dataFolder, 'hub.db')}`
  const store = url.startsWith(SQLITE) ? resolve(hubFolder, url.slice(SQLITE.length)) : null
  return [
    join(dataFolder, 'secrets.json'),
    ...(store === null ? [] : ['', '-wal', '-shm'].map((ending) => store + ending)),
  ]
}

/** Those that other users may read or write. */
export async function openToOthers(paths: readonly string[]): Promise<{ path: string; mode: string }[]> {
  const found = await Promise.all(
    paths.map(async (path) => {
      const mode = ((await stat(path).catch(() => null))?.mode ?? 0) & 0o777
      return (mode & 0o077) === 0 ? [] : [{ path, mode: mode.toString(8) }]
    }),
  )
  return found.flat()
}

/** Take other users' rights away, such as those that a copy brought along. @returns The files that were mended. */
export async function makePrivate(paths: readonly string[]): Promise<string[]> {
  const mended = await Promise.all(
    (await openToOthers(paths)).map(({ path }) =>
      chmod(path, 0o600).then(
        () => [path],
        () => [], // another user's file, for which opening it reports a better error
      ),
    ),
  )
  return mended.flat()
}
