import { declaredType, typeOfName } from '#ground/base/files/content-type.ts'
import { accepted, refused } from '#ground/base/result.ts'
import { BeyondBound, bounded } from '#ground/blobs/bounded.ts'
import { isSafeFilename } from '../filename.ts'
import type { FileFolder, ListedFile } from '../files.ts'
import { workingCopy, type CopyDeps } from './copy.ts'
import { fileNamed, filesOf, type KeptFile } from './rows.ts'
import { nameFile, through } from './saving.ts'

/** The files of one chat, as rows name them and a bucket or folder has their bytes. */
export function storeFiles(deps: CopyDeps): FileFolder {
  const { store, of, blobs } = deps
  const copy = workingCopy(deps)

  const save = async (name: string, bytes: AsyncIterable<Uint8Array>, contentType: string | undefined) => {
    const received = await blobs.receive(bytes)
    const declared = declaredType(contentType)
    return nameFile(deps, of, received, {
      name,
      contentType: declared === typeOfName(name) ? null : declared,
      from: null,
    })
  }

  return {
    folder: copy.folder,
    async save(name, content, contentType) {
      const file = await save(name, oneAfterAnother([content]), contentType)
      await copy.put(file, content)
      return { filename: file.name, size: file.size }
    },
    async saveStream(name, source, { maxBytes, contentType }) {
      try {
        const { name: filename, size } = await save(name, bounded(source, maxBytes), contentType)
        return accepted({ filename, size })
      } catch (error) {
        if (error instanceof BeyondBound) return refused({ code: 'too_large', maxBytes })
        throw error
      }
    },
    list: async () => (await through(deps, () => filesOf(store.db, of))).map(listed),
    async open(name) {
      if (!isSafeFilename(name)) return null
      const file = await through(deps, () => fileNamed(store.db, of, name.normalize('NFC')))
      const opened = file && (await blobs.open(file))
      return opened && { ...listed(file), ...opened, version: file.hash.slice(0, 32) }
    },
    bring: copy.bring,
    keep: copy.keep,
  }
}

const listed = ({ name, size, contentType }: KeptFile): ListedFile => ({
  filename: name,
  size,
  contentType: contentType ?? typeOfName(name),
})

async function* oneAfterAnother(pieces: readonly Uint8Array[]): AsyncGenerator<Uint8Array> {
  yield* pieces
}
