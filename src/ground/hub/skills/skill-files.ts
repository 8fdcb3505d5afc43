import { lstat, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { accepted, refused, type Result } from '#ground/base/result.ts'

export interface SkillFile {
  /** Relative to the skill's folder, with `/`. */
  path: string
  size: number
}

/** The limits of the MCP extension for skills. */
const MAX_FILES = 512
const MAX_BYTES = 16 * 1024 * 1024

/** Lists a skill's files in the order of their paths. Leaves out links and hidden files. */
export async function listSkillFiles(folder: string): Promise<Result<SkillFile[], string>> {
  const files: SkillFile[] = []
  const folders = ['']
  let bytes = 0
  for (const below of folders) {
    const entries = await readdir(join(folder, below), { withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (entry.name.startsWith('.')) continue
      const path = below + entry.name
      if (entry.isDirectory()) folders.push(`${path}/`)
      if (!entry.isFile()) continue
      const facts = await lstat(join(folder, path)).catch(() => null)
      if (!facts?.isFile()) continue
      bytes += facts.size
      files.push({ path, size: facts.size })
      if (files.length > MAX_FILES) return refused(`the skill has more than ${MAX_FILES} files`)
      if (bytes > MAX_BYTES) return refused('the files of the skill have more than 16 MiB')
    }
    if (folders.length > MAX_FILES) return refused(`the skill has more than ${MAX_FILES} folders`)
  }
  return accepted(files.toSorted((a, b) => (a.path < b.path ? -1 : 1)))
}
