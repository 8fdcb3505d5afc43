import { join } from 'node:path'
import type { ListedFile } from '#core/agent/tools/files/list.ts'
import type { Clock } from '#ground/base/clock.ts'
import { startLoop } from '#ground/base/loop.ts'
import { watchFolders } from '#ground/hub/watch.ts'
import { listKnowledge, RESTRICTED } from './areas.ts'
import type { Documents, ReadFile } from './documents.ts'
import { cutPassages } from './passages.ts'
import { readLines } from './read-text.ts'

export interface IndexerDeps {
  hubFolder: string
  documents: Documents
  clock: Pick<Clock, 'sleep'>
  /** False if another instance indexes the files. */
  holdsLease(): Promise<boolean>
  onCompared(): Promise<void>
  onFailure(error: unknown): void
}

/** Compares all files with the index, because the system may drop events and does not report changes on some disks. */
const COMPARISON_INTERVAL_MS = 600_000
const RETRY_DELAY_MS = 30_000
const MAX_WATCHED_FOLDERS = 1000
const FILES_PER_COMMIT = 8

export interface Indexer extends AsyncDisposable {
  /** Resolves after the next comparison. */
  wake(): Promise<void>
}

/**
 * 1. Compare the files with the index: at the start, after each reported change, and every ten minutes.
 * 2. Read new and changed files, a few at a time, and replace their passages.
 * 3. Remove the documents of removed files.
 */
export function startIndexer(deps: IndexerDeps): Indexer {
  const { hubFolder, documents, clock, holdsLease, onCompared, onFailure } = deps
  const watch = watchFolders(() => void loop.wake(), onFailure)
  const loop = startLoop({
    clock,
    everyMs: COMPARISON_INTERVAL_MS,
    afterFailureMs: () => RETRY_DELAY_MS,
    async work(signal) {
      const files = await listKnowledge(hubFolder, signal)
      watch.follow(foldersOf(hubFolder, files))
      if (await holdsLease()) {
        await compare(deps, files, signal)
        await documents.deleteRemoved(signal)
      }
      await onCompared()
    },
    onFailure,
  })
  return {
    wake: loop.wake,
    async [Symbol.asyncDispose]() {
      watch[Symbol.dispose]()
      await loop[Symbol.asyncDispose]()
    },
  }
}

/** The Hub's folder is included, so that new folders are noticed. */
function foldersOf(hubFolder: string, files: readonly ListedFile[]): Set<string> {
  const found = new Set([hubFolder, ...['files', RESTRICTED].map((area) => join(hubFolder, area))])
  for (const { path } of files) {
    const names = path.split('/').slice(0, -1)
    for (let depth = names.length; depth > 1 && found.size < MAX_WATCHED_FOLDERS; depth--)
      found.add(join(hubFolder, ...names.slice(0, depth)))
  }
  return found
}

async function compare(
  { hubFolder, documents, holdsLease }: IndexerDeps,
  files: readonly ListedFile[],
  signal: AbortSignal,
): Promise<void> {
  const known = await documents.known()
  const changed = files.filter(({ path, size, modifiedMs }) => {
    const before = known.get(path)
    return before?.size !== size || before.modifiedMs !== modifiedMs
  })
  const there = new Set(files.map(({ path }) => path))
  await documents.remove([...known.keys()].filter((path) => !there.has(path)))
  for (let at = 0; at < changed.length && !signal.aborted; at += FILES_PER_COMMIT) {
    if (!(await holdsLease())) return
    const some = changed.slice(at, at + FILES_PER_COMMIT)
    await documents.replace(await Promise.all(some.map((file) => readFile(hubFolder, file, signal))))
  }
}

async function readFile(hubFolder: string, file: ListedFile, signal: AbortSignal): Promise<ReadFile> {
  try {
    const lines = await readLines(hubFolder, file.path, signal)
    return lines.ok
      ? { ...file, passages: [...cutPassages(lines.value)], reason: null }
      : { ...file, passages: [], reason: lines.refusal }
  } catch (error) {
    signal.throwIfAborted()
    return { ...file, passages: [], reason: `It could not be read: ${(error as Error).message}` }
  }
}
