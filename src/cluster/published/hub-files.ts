import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { lstat, readdir, realpath } from 'node:fs/promises'
import { join } from 'node:path'
import { sha256 } from '#ground/base/ids.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'

export interface VersionFile {
  /** Relative to the Hub's folder, with `/`. */
  path: string
  executable: boolean
  size: number
  /** SHA-256. */
  hash: string
}

const MAX_FILES = 10_000

/**
 * Excludes `excludedPaths` and paths with a segment that begins with a dot, because these contain state and secrets.
 * Refuses links and special files.
 */
export async function readHubFiles(
  hubFolder: string,
  excludedPaths: readonly string[],
): Promise<Result<VersionFile[], string[]>> {
  const root = await realpath(hubFolder)
  const excluded = new Set(await Promise.all(excludedPaths.map((path) => realpath(path).catch(() => path))))
  const files: VersionFile[] = []
  const problems: string[] = []
  const visit = async (folder: string, below: string): Promise<void> => {
    for (const name of (await readdir(folder)).toSorted()) {
      const file = join(folder, name)
      const path = below + name
      if (name.startsWith('.') || excluded.has(file) || path === 'node_modules') continue
      if (!isPlain(name)) {
        problems.push(
          `${JSON.stringify(path)}: the name has a character that other file systems may not support`,
        )
        continue
      }
      const facts = await lstat(file)
      if (facts.isDirectory()) await visit(file, `${path}/`)
      else if (facts.isSymbolicLink()) problems.push(`${path}: is a link; replace the link with the file`)
      else if (!facts.isFile()) problems.push(`${path}: is not a file`)
      else files.push({ path, executable: (facts.mode & 0o111) !== 0, ...(await hashOf(file)) })
    }
  }
  await visit(root, '')
  if (files.length > MAX_FILES) problems.push(`${files.length} files: a version has at most ${MAX_FILES}`)
  return problems.length > 0 ? refused(problems) : accepted(files.toSorted(byPath))
}

// oxlint-disable-next-line no-control-regex -- these are what is looked for
const isPlain = (name: string): boolean => !/[\u0000-\u001f\\]/.test(name) && name.isWellFormed()

async function hashOf(path: string): Promise<Pick<VersionFile, 'size' | 'hash'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of createReadStream(path) as AsyncIterable<Buffer>) {
    size += piece.length
    hash.update(piece)
  }
  return { size, hash: hash.digest('hex') }
}

const byPath = (a: VersionFile, b: VersionFile): number => (a.path < b.path ? -1 : 1)

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
