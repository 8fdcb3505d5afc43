import { createHash } from 'node:crypto'
import { readdir, realpath, stat } from 'node:fs/promises'
import { join } from 'node:path'
import { byPath, bytesOf, type VersionFile } from './version-files.ts'

/** Files and folders that define a Hub. Other paths, such as `.env` and `files`, belong to no version. */
const DEFINITION_FILES: ReadonlySet<string> = new Set(['agent.md', 'mcp.json'])
export const DEFINITION_FOLDERS = [
  'agents',
  'evals',
  'inbound',
  'prompts',
  'skills',
  'tasks',
  'templates',
  'tools',
  'workflows',
] as const
const IS_DEFINITION_FOLDER: ReadonlySet<string> = new Set(DEFINITION_FOLDERS)

export const belongsToVersion = (path: string): boolean => {
  const [first, ...rest] = path.split('/')
  if (path.split('/').some((name) => name.startsWith('.') || name === 'node_modules')) return false
  return rest.length === 0 ? DEFINITION_FILES.has(path) : IS_DEFINITION_FOLDER.has(first!)
}

const MAX_FILES = 5000
const MAX_BYTES = 64 * 1024 * 1024
const MAX_DEPTH = 8

export class TooManyFiles extends Error {
  override name = 'TooManyFiles'
}

export interface ReadFolder {
  files: VersionFile[]
  /** Absolute paths of all folders with files of the version. */
  folders: string[]
}

export type FolderReader = (this: void) => Promise<ReadFolder>

/**
 * Hashes only files whose facts have changed since the last call. Follows links within the Hub's folder, except in
 * `skills`, whose reader follows none. A link that leads outside belongs to no version, because the folder behind it
 * may hold files of the system.
 * @throws TooManyFiles
 */
export function createFolderReader(hubFolder: string, excludedPaths: readonly string[]): FolderReader {
  let known = new Map<string, { signature: string; file: VersionFile }>()

  return async () => {
    const root = await realpath(hubFolder)
    const withoutVersion = [...excludedPaths, join(root, '.env')]
    const excluded = new Set(
      await Promise.all(withoutVersion.map((path) => realpath(path).catch(() => path))),
    )
    const next: typeof known = new Map()
    const folders: string[] = []
    let bytes = 0
    const readOne = async (place: string, path: string, depth: number): Promise<void> => {
      const real = await realpath(place).catch(() => null)
      if (real === null || excluded.has(real) || !real.startsWith(`${root}/`)) return
      if (path.startsWith('skills') && real !== place) return
      const facts = await stat(real, { bigint: true }).catch(() => null)
      if (facts === null) return
      if (facts.isDirectory()) return depth < MAX_DEPTH ? readFolder(place, `${path}/`, depth + 1) : undefined
      if (!facts.isFile()) return
      bytes += Number(facts.size)
      if (next.size >= MAX_FILES || bytes > MAX_BYTES)
        throw new TooManyFiles('the files that define the Hub exceed 5,000 files or 64 MiB')
      const { dev, ino, size, mtimeNs, ctimeNs, mode } = facts
      const signature = [dev, ino, size, mtimeNs, ctimeNs].join('-')
      const before = known.get(path)
      const file =
        before?.signature === signature
          ? before.file
          : { path, executable: (mode & 0o111n) !== 0n, ...(await hashOf(place)) }
      next.set(path, { signature, file })
    }
    const readFolder = async (folder: string, below: string, depth: number): Promise<void> => {
      folders.push(folder)
      for (const name of await readdir(folder).catch((): string[] => []))
        if (belongsToVersion(below + name) || (below === '' && IS_DEFINITION_FOLDER.has(name)))
          await readOne(join(folder, name), below + name, depth)
    }
    await readFolder(root, '', 0)
    known = next
    return { files: [...next.values()].map(({ file }) => file).toSorted(byPath), folders }
  }
}

async function hashOf(path: string): Promise<Pick<VersionFile, 'size' | 'hash'>> {
  const hash = createHash('sha256')
  let size = 0
  for await (const piece of bytesOf(path)) {
    size += piece.length
    hash.update(piece)
  }
  return { size, hash: hash.digest('hex') }
}
