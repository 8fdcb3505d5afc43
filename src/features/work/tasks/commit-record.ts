import { readFile, rm } from 'node:fs/promises'
import { resolve } from 'node:path'
import { z } from 'zod'
import { writeFileDurably } from '#ground/base/durable-file.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { Git } from './git.ts'
import { prefixOf } from './worktree.ts'

const Stored = z.object({
  message: z.string(),
  author: z.object({ name: z.string(), email: z.string() }),
  /** Uncommitted changes from before the run; null after all changes of the run were committed. */
  before: z.record(z.string(), z.string()).nullable(),
  owesPush: z.boolean(),
})
export type CommitRecord = z.infer<typeof Stored>

export interface CommitRecords {
  /** Null if no record exists or if the record is unreadable. */
  read(): Promise<CommitRecord | null>
  write(record: CommitRecord): Promise<void>
  clear(): Promise<void>
}

/** The record is in git's own folder, so git never commits it, and a killed run does not remove it. */
export async function openCommitRecords(git: Git, hubFolder: string): Promise<CommitRecords> {
  const name = `svc-run-${sha256(await prefixOf(git)).slice(0, 16)}.json`
  const path = resolve(hubFolder, (await git(['rev-parse', '--git-path', name])).replace(/\n$/, ''))
  return {
    async read() {
      const text = await readFile(path, 'utf8').catch(() => '')
      try {
        return Stored.parse(JSON.parse(text))
      } catch {
        return null
      }
    },
    write: (record) => writeFileDurably(path, JSON.stringify(record)),
    clear: () => rm(path, { force: true }),
  }
}
