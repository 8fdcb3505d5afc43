import { lstat, mkdir, rename, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { declaredType, typeOfName } from '#ground/base/files/content-type.ts'
import type { OneByOne } from '#ground/base/one-by-one.ts'
import { BlobDamaged, BlobMissing } from '#ground/blobs/blobs.ts'
import { openRegular, publish } from '../folder/files.ts'
import { receive, receiveBytes } from '../folder/incoming.ts'
import { contentTypes } from '../folder/recorded-types.ts'
import { markOf, marksIn, withManifest, type Manifest } from './manifest.ts'
import { filesOf, removeFile, type KeptFile, type ScopeOf } from './rows.ts'
import { nameFile, through, type SavingDeps } from './saving.ts'

export interface CopyDeps extends SavingDeps {
  of: ScopeOf
  /** Of the chat, on this machine. */
  chatFolder: string
  /** Where drafts are written; on the same file system. */
  incomingFolder: string
  inTurn: OneByOne
}

/**
 * A chat's files in a folder of this machine, for whoever uses paths. What the folder and the chat had in common when they
 * last met is noted beside it, so that each side's changes are told apart: what changed here goes to the chat, then what changed
 * there comes here. Where both changed one file, what is here gets a name of its own.
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

    /** Have a file lie here that was just saved, for whoever saved it goes on with its path. */
    put: (file: KeptFile, content: Uint8Array) =>
      synced(async (known) => {
        const path = join(folder, file.name)
        if ((await markOf(path)) !== null) return // it is here, or another, which is then told apart
        await using draft = await receiveBytes(incomingFolder, content)
        await publish(draft, path)
        known.set(file.name, { hash: file.hash, mark: (await markOf(path))! })
      }),
  }
}

/** What stands in the place of a folder and is none goes: a link would lead out of the chat. */
async function clearWay(folder: string): Promise<void> {
  const about = await lstat(folder).catch(() => null)
  if (about && !about.isDirectory()) await unlink(folder)
}

/** Have the chat have what changed here since. */
async function sendChanges(deps: CopyDeps, folder: string, known: Manifest): Promise<void> {
  const { store, of, contents } = deps
  const here = await marksIn(folder)
  if (here === null) return known.clear() // whoever took the folder away took a copy
  for (const [name, mark] of here) if (known.get(name)?.mark !== mark) await send(deps, folder, name, known)
  for (const [name, { hash }] of known) {
    if (here.has(name) || (await markOf(join(folder, name))) !== null) continue
    if (await through(deps, () => removeFile(store.db, of, { name, hash }))) await contents.release([hash])
    known.delete(name)
  }
}

/** Have the chat have a file as it lies here. */
async function send(deps: CopyDeps, folder: string, name: string, known: Manifest): Promise<void> {
  const mark = await markOf(join(folder, name)) // before it is read: what changes meanwhile is sent next time
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

/** Have here what changed elsewhere since. */
async function fetchChanges(deps: CopyDeps, folder: string, known: Manifest): Promise<void> {
  const files = await through(deps, () => filesOf(deps.store.db, deps.of))
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
  file: KeptFile,
  known: Manifest,
): Promise<void> {
  const opened = await blobs.open(file)
  if (!opened) throw new BlobMissing(file.name)
  const received = await receive(incomingFolder, opened.read(), Infinity)
  if (!received.ok) throw new Error('a stream without end ended')
  const draft = received.value
  if (draft.digest !== file.hash) {
    await draft[Symbol.asyncDispose]()
    throw new BlobDamaged(file.hash)
  }
  await mkdir(folder, { recursive: true, mode: 0o700 })
  const path = join(folder, file.name)
  await rename(draft.path, path)
  known.set(file.name, { hash: file.hash, mark: (await markOf(path))! })
}
