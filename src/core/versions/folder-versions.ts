import { realpath } from 'node:fs/promises'
import type { Clock } from '#ground/base/clock.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { FolderSource } from '#ground/hub/hub.ts'
import { watchFolders } from '#ground/hub/watch.ts'
import { createFolderReader } from './folder-files.ts'
import type { HubVersions } from './hub-versions.ts'
import { readJournal, removeJournal } from './journal.ts'
import type { Origin } from './keep.ts'
import { finishRestore, planRestore, stageRestore, type RestoreRefusal } from './restore.ts'
import { ChangedMeanwhile } from './rows.ts'
import type { FileChange } from './version-files.ts'

export interface FolderVersionsDeps {
  hubFolder: string
  /** Absolute paths of state and secrets. */
  excludedPaths: readonly string[]
  versions: Pick<HubVersions, 'keep' | 'filesOf' | 'open'>
  clock: Pick<Clock, 'after'>
  /** Called for the first failure, and not again until a version was recorded. */
  onFailure(error: unknown): void
  onRestored(facts: { version: number; restores: number; left: readonly string[] }): void
  watch?: boolean
}

export interface Restored {
  number: number
  changes: FileChange[]
}

export interface FolderVersions extends FolderSource, AsyncDisposable {
  /** Digest of the recorded version; null if recording failed. */
  digest(): string | null
  /** Records the change that `work` makes as the actor's version. */
  edit<T>(this: void, actor: string, work: () => Promise<T>): Promise<T>
  /** Changes that `restore` would make. */
  plan(number: number): Promise<Result<Pick<Restored, 'changes'>, RestoreRefusal>>
  /** Writes the files of an older version as a new version. @param expected Digest of the version now; null: any. */
  restore(
    number: number,
    expected: string | null,
    by: { actor: string; request: string | null },
  ): Promise<Result<Restored, RestoreRefusal>>
}

const FOLDER_EDIT = 'system:hub'
const RETRY_MS = 30_000
const ATTEMPTS = 3
/** The open Hub reports changes in its folder and in these folders. */
const WATCHED_BY_HUB: ReadonlySet<string> = new Set(['', 'agents', 'prompts', 'skills', 'tools'])
/** Another process, such as `hub versions use`, restores a version. */
const OTHER_RESTORE_MS = 1000
const OTHER_RESTORE_WAITS = 10

/** Records each state of a Hub's folder as a version, and restores older versions. */
// oxlint-disable-next-line max-lines-per-function -- its closures share the recorded version
export async function openFolderVersions(deps: FolderVersionsDeps): Promise<FolderVersions> {
  const { versions, clock, onRestored } = deps
  const root = await realpath(deps.hubFolder)
  const read = createFolderReader(root, deps.excludedPaths)
  const runInOrder = createOneByOne()
  const listeners = new Set<() => void>()
  const notify = () => listeners.forEach((listener) => listener())
  let now: { number: number; digest: string } | null = null
  let isFailing = false
  let waits = 0
  let stopRetry = () => {}
  const watching = deps.watch === false ? null : watchFolders(notify, () => {})
  const isUnwatched = (folder: string) => !WATCHED_BY_HUB.has(folder.slice(root.length + 1).split('/')[0]!)

  const keep = async (origin: Origin) => {
    for (let attempt = 1; ; attempt++) {
      const { files, folders } = await read()
      watching?.follow(new Set(folders.filter(isUnwatched)))
      try {
        return await versions.keep(root, files, origin)
      } catch (error) {
        if (!(error instanceof ChangedMeanwhile) || attempt === ATTEMPTS) throw error
      }
    }
  }
  const retryAfter = (ms: number) => {
    stopRetry()
    stopRetry = clock.after(ms, notify)
  }
  const record = async (actor: string): Promise<void> => {
    try {
      if ((await readJournal(root)) !== null) {
        if (++waits < OTHER_RESTORE_WAITS) return retryAfter(OTHER_RESTORE_MS)
        await finish()
      }
      waits = 0
      now = await keep({ actor })
      isFailing = false
    } catch (error) {
      now = null
      if (!isFailing) deps.onFailure(error)
      isFailing = true
      retryAfter(RETRY_MS)
    }
  }
  const finish = async (): Promise<void> => {
    const journal = await readJournal(root)
    if (journal === null) return removeJournal(root)
    const left = await finishRestore({ root, read }, journal)
    const kept = await keep({ actor: journal.actor, restores: journal.number, request: journal.request })
    await removeJournal(root)
    now = kept
    onRestored({ version: kept.number, restores: journal.number, left })
  }
  await finish().catch(deps.onFailure)

  return {
    version: () => now?.number ?? null,
    digest: () => now?.digest ?? null,
    edit: (actor, work) =>
      runInOrder('', async () => {
        await record(FOLDER_EDIT)
        const result = await work()
        await record(actor)
        notify()
        return result
      }),
    runExclusively: (work) =>
      runInOrder('', async () => {
        await record(FOLDER_EDIT)
        return work()
      }),
    onSwitch(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    plan: (number) => runInOrder('', () => planRestore({ root, read, versions }, number, null)),
    restore: (number, expected, by) =>
      runInOrder('', async () => {
        const kept = await keep({ actor: FOLDER_EDIT })
        const planned = await planRestore({ root, read, versions }, number, expected)
        if (!planned.ok) return planned
        const { changes } = planned.value
        if (changes.length === 0) return accepted({ number: kept.number, changes })
        const staged = await stageRestore({ root, read, versions }, planned.value, { number, ...by })
        if (!staged.ok) return staged
        await finish()
        notify()
        return accepted({ number: now!.number, changes })
      }),
    async [Symbol.asyncDispose]() {
      stopRetry()
      watching?.[Symbol.dispose]()
      await runInOrder('', async () => {})
    },
  }
}
