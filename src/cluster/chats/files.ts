import { join } from 'node:path'
import { declaredType, typeOfName } from '#ground/base/files/content-type.ts'
import { fileDigest } from '#ground/base/digest.ts'
import { createOneByOne } from '#ground/base/one-by-one.ts'
import { accepted, refused } from '#ground/base/result.ts'
import { BeyondBound, bounded } from '#ground/blobs/bounded.ts'
import { isSafeFilename } from '#core/chats/filename.ts'
import type { FileFolder, ListedFile } from '#core/chats/files.ts'
import { workingCopy, type CopyDeps } from './copy.ts'
import { fileNamed, filesOf, type ChatFileRow } from './rows.ts'
import { nameFile, sameAmong, retryThroughOutage, type SavingDeps, type FileToSave } from './saving.ts'

export function filesByScope({ hub, folder, ...deps }: FilesDeps): (scope: string) => FileFolder {
  const shared = { ...deps, inTurn: createOneByOne(), incomingFolder: join(folder, '.incoming') }
  return (scope) => storeFiles({ ...shared, of: { hub, scope }, chatFolder: join(folder, scope) })
}

type FilesDeps = SavingDeps & { hub: string; folder: string }

/** The names of files are in database rows, their bytes in object storage or a folder. */
function storeFiles(deps: CopyDeps): FileFolder {
  const { store, of, blobs } = deps
  const copy = workingCopy(deps)

  const wantedAs = (name: string, contentType: string | undefined): FileToSave => {
    const declared = declaredType(contentType)
    return { name, contentType: declared === typeOfName(name) ? null : declared, from: null }
  }

  return {
    folder: copy.folder,
    async save(name, content, contentType) {
      const wanted = wantedAs(name, contentType)
      const known = await retryThroughOutage(deps, () => filesOf(store.db, of))
      // Avoids an upload, because clients send attachments again with every turn.
      const same = sameAmong(known, { hash: await fileDigest(content) }, wanted)
      const file = same ?? (await nameFile(deps, of, await blobs.receive(oneAfterAnother([content])), wanted))
      await copy.put(file, content)
      return { filename: file.name, size: file.size }
    },
    async saveStream(name, source, { maxBytes, contentType }) {
      try {
        const received = await blobs.receive(bounded(source, maxBytes))
        const { name: filename, size } = await nameFile(deps, of, received, wantedAs(name, contentType))
        return accepted({ filename, size })
      } catch (error) {
        if (error instanceof BeyondBound) return refused({ code: 'too_large', maxBytes })
        throw error
      }
    },
    list: async () => (await retryThroughOutage(deps, () => filesOf(store.db, of))).map(listed),
    async open(name) {
      if (!isSafeFilename(name)) return null
      const file = await retryThroughOutage(deps, () => fileNamed(store.db, of, name.normalize('NFC')))
      const opened = file && (await blobs.open(file))
      return opened && { ...listed(file), ...opened, version: file.hash.slice(0, 32) }
    },
    pull: copy.pull,
    push: copy.push,
  }
}

const listed = ({ name, size, contentType }: ChatFileRow): ListedFile => ({
  filename: name,
  size,
  contentType: contentType ?? typeOfName(name),
})

async function* oneAfterAnother(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}
