import type { Clock } from '#ground/base/clock.ts'
import type { Blobs, ReceivedBlob } from '#ground/blobs/blobs.ts'
import type { NamedBlobs } from '#ground/blobs/named.ts'
import type { Store } from '#ground/store/store.ts'
import { throughOutage } from '#ground/store/retry-in-outage.ts'
import { cleanFilename, numberedFilename } from '#core/chats/filename.ts'
import { addFile, changeFile, fileNamed, filesOf, type ChatFileRow, type ScopeOf } from './rows.ts'

export interface SavingDeps {
  store: Pick<Store, 'db' | 'transaction'>
  clock: Pick<Clock, 'now' | 'sleep' | 'after'>
  blobs: Blobs
  contents: NamedBlobs
}

function* namesLike(name: string): Generator<string> {
  for (let n = 1; ; n++) yield numberedFilename(cleanFilename(name), n)
}

export interface FileToSave extends Pick<ChatFileRow, 'name' | 'contentType'> {
  /**
   * The file is replaced only if its stored content still has this hash. Null means that no stored file may be
   * replaced.
   */
  from: string | null
}

/**
 * Uses the first name of `namesLike` that is free, whose file has the same bytes, or whose file may be replaced. If
 * it throws BlobStorageUnavailable, nothing was stored.
 */
export async function nameFile(
  deps: SavingDeps,
  of: ScopeOf,
  received: ReceivedBlob,
  wanted: FileToSave,
): Promise<ChatFileRow> {
  const { store, clock, contents } = deps
  const known = await retryThroughOutage(deps, () => filesOf(store.db, of))
  const same = sameAmong(known, received, wanted)
  if (same) {
    await received.discard()
    return same
  }
  await brought(received)
  const { hash, size } = received
  const { contentType, from } = wanted
  const named = await store.transaction(async (tx) => {
    await contents.commit(tx, received)
    const others = new Set(known.map((file) => file.name))
    for (const name of namesLike(wanted.name)) {
      if (others.has(name) && name !== wanted.name) continue
      const file = { name, hash, size, contentType }
      const there = await fileNamed(tx, of, name)
      if (there === null) {
        if (await addFile(tx, of, file, clock.now())) return file
      } else if (there.hash === hash) return there
      else if (name === wanted.name && there.hash === from)
        if (await changeFile(tx, of, { name, from, to: file }, clock.now())) return { ...there, hash, size }
    }
    throw new Error('found no free file name')
  })
  if (from !== null && named.name === wanted.name) await contents.release([from])
  return named
}

/** Finds a file with the same bytes, so that no upload is needed. */
export function sameAmong(
  known: readonly ChatFileRow[],
  { hash }: Pick<ChatFileRow, 'hash'>,
  { name, from }: FileToSave,
): ChatFileRow | null {
  const byName = new Map(known.map((file) => [file.name, file]))
  for (const candidate of namesLike(name)) {
    const there = byName.get(candidate)
    if (there?.hash === hash) return there
    if (there === undefined || (candidate === name && there.hash === from)) return null
  }
  return null
}

export const retryThroughOutage = <T>(
  { clock }: Pick<SavingDeps, 'clock'>,
  work: () => Promise<T>,
): Promise<T> => throughOutage(work, { clock })

const brought = (received: ReceivedBlob): Promise<void> =>
  received.upload().catch(async (error: unknown) => {
    await received.discard()
    throw error
  })
