import { open } from 'node:fs/promises'
import { sha256 } from '#ground/base/ids.ts'

export interface VersionFile {
  /** Relative to the Hub's folder, with `/`. */
  path: string
  executable: boolean
  size: number
  /** SHA-256. */
  hash: string
}

export const byPath = (a: VersionFile, b: VersionFile): number => (a.path < b.path ? -1 : 1)

export const digestOf = (files: readonly VersionFile[]): string =>
  sha256(JSON.stringify(files.toSorted(byPath).map(({ path, executable, hash }) => [path, executable, hash])))

export interface FileChange {
  path: string
  change: 'added' | 'changed' | 'removed'
}

export function compareHubFiles(before: readonly VersionFile[], after: readonly VersionFile[]): FileChange[] {
  const old = new Map(before.map((file) => [file.path, file]))
  const kept = new Set(after.map(({ path }) => path))
  const changes: FileChange[] = before
    .filter(({ path }) => !kept.has(path))
    .map(({ path }) => ({ path, change: 'removed' }))
  for (const { path, executable, hash } of after) {
    const was = old.get(path)
    if (!was) changes.push({ path, change: 'added' })
    else if (was.hash !== hash || was.executable !== executable) changes.push({ path, change: 'changed' })
  }
  return changes.toSorted((a, b) => (a.path < b.path ? -1 : 1))
}

/** Opens the file at the first read, so that an error reaches the reader and never becomes an uncaught event. */
export async function* bytesOf(path: string): AsyncGenerator<Buffer> {
  await using file = await open(path)
  yield* file.createReadStream({ autoClose: false }) as AsyncIterable<Buffer>
}
