import { lstat, mkdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { declaredType, typeOfName } from '#ground/base/files/content-type.ts'
import type { OneByOne } from '#ground/base/one-by-one.ts'
import { BlobDamaged, BlobMissing } from '#ground/blobs/blobs.ts'
import { openRegular, publishFile } from '#core/chats/folder/files.ts'
import { receiveFile, receiveBytes } from '#core/chats/folder/incoming.ts'
import { contentTypes } from '#core/chats/folder/recorded-types.ts'
import { manifestMark, marksIn, withManifest, type Manifest } from './manifest.ts'
import { filesOf, removeFile, type ChatFileRow, type ScopeOf } from './rows.ts'
import { nameFile, retryThroughOutage, type SavingDeps } from './saving.ts'

export interface CopyDeps extends SavingDeps {
  of: ScopeOf
  chatFolder: string
  /** Folder for incomplete files, on the file system of the chat's folder. */
  incomingFolder: string
  inTurn: OneByOne
}

/**
 * The manifest records the last synchronization, so that local changes can be distinguished from changes in the
 * database. If a file changed in both places, the local file gets a new name.
 */
export function workingCopy(deps: CopyDeps) {
  const { of, chatFolder, incomingFolder, inTurn } = deps
  const folder = join(chatFolder, 'files')
  const synced = (work: (known: Manifest) => Promise<void>): Promise<void> =>
    inTurn(`${of.hub}/${of.scope}`, async () => {
      for (const path of [chatFolder, folder]) await clearWay(path)
      await withManifest(chatFolder, work)
    })

  return {
    folder,

    pull: () =>
      synced(async (known) => {
        await sendChanges(deps, folder, known)
        await fetchChanges(deps, folder, known)
      }),

    push: () => synced((known) => sendChanges(deps, folder, known)),

    /** Writes the file at once, because the caller uses its path immediately. */
    put: (file: ChatFileRow, content: Uint8Array) =>
      synced(async (known) => {
        const path = join(folder, file.name)
        if ((await manifestMark(path)) !== null) return
        await using draft = await receiveBytes(incomingFolder, content)
        await publishFile(draft, path)
        known.set(file.name, { hash: file.hash, mark: (await manifestMark(path))! })
      }),
  }
}

/** Removes symbolic links, which could lead out of the chat's folder. */
async function clearWay(folder: string): Promise<void> {
  const about = await lstat(folder).catch(() => null)
  if (about && !about.isDirectory()) await unlink(folder)
}

async function sendChanges(deps: CopyDeps, folder: string, known: Manifest): Promise<void> {
  const { store, of, contents } = deps
  const here = await marksIn(folder)
  if (here === null) return known.clear() // a missing folder does not mean that a person deleted the files
  for (const [name, mark] of here) if (known.get(name)?.mark !== mark) await send(deps, folder, name, known)
  for (const [name, { hash }] of known) {
    if (here.has(name) || (await manifestMark(join(folder, name))) !== null) continue
    if (await retryThroughOutage(deps, () => removeFile(store.db, of, { name, hash })))
      await contents.release([hash])
    known.delete(name)
  }
}

async function send(deps: CopyDeps, folder: string, name: string, known: Manifest): Promise<void> {
  const mark = await manifestMark(join(folder, name))
  const handle = await openRegular(join(folder, name))
  if (!handle || mark === null) return
  await using closing = handle
  const from = known.get(name)?.hash ?? null
  const received = await deps.blobs.receive(closing.createReadStream({ autoClose: false }))
  if (received.hash === from) {
    await received.discard()
    known.set(name, { hash: from, mark })
    return
  }
  const type = declaredType(await contentTypes(join(deps.chatFolder, 'types')).of(name))
  const contentType = type === typeOfName(name) ? null : type
  const file = await nameFile(deps, deps.of, received, { name, contentType, from })
  known.delete(name)
  if (file.name !== name) await rename(join(folder, name), join(folder, file.name))
  known.set(file.name, { hash: file.hash, mark })
}

async function fetchChanges(deps: CopyDeps, folder: string, known: Manifest): Promise<void> {
  const files = await retryThroughOutage(deps, () => filesOf(deps.store.db, deps.of))
  for (const file of files)
    if (known.get(file.name)?.hash !== file.hash) await fetchFile(deps, folder, file, known)
  const names = new Set(files.map(({ name }) => name))
  for (const name of [...known.keys()].filter((name) => !names.has(name))) {
    await unlink(join(folder, name)).catch(() => {})
    known.delete(name)
  }
}

async function fetchFile(
  { blobs, incomingFolder }: CopyDeps,
  folder: string,
  file: ChatFileRow,
  known: Manifest,
): Promise<void> {
  const opened = await blobs.open(file)
  if (!opened) throw new BlobMissing(file.name)
  const received = await receiveFile(incomingFolder, opened.read(), Infinity)
  if (!received.ok) throw new Error('the file exceeded the size limit')
  const draft = received.value
  if (draft.digest !== file.hash) {
    await draft[Symbol.asyncDispose]()
    throw new BlobDamaged(file.hash)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, file.name)
  await rename(draft.path, path)
  known.set(file.name, { hash: file.hash, mark: (await manifestMark(path))! })
}
