import { existsSync } from 'node:fs'
import { constants, link, lstat, mkdir, open, readdir, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { syncFolder } from '#ground/base/durable-file.ts'
import { fileDigest } from '#ground/base/digest.ts'
import { accepted } from '#ground/base/result.ts'
import { existingName } from '#ground/base/files/existing-name.ts'
import { declaredType } from '#ground/base/files/content-type.ts'
import type { Digests } from './digests.ts'
import { cleanFilename, isSafeFilename, numberedFilename } from '../filename.ts'
import type { FileFolder } from '../files.ts'
import { receiveFile, receiveBytes, type IncomingFile } from './incoming.ts'
import { contentTypes } from './recorded-types.ts'

export interface FileFolderDeps {
  /** The chat's files are in its subfolder `files`. */
  chatFolder: string
  /** Must be on the same file system as the chats, because `publishFile` creates a hard link from one to the other. */
  incomingFolder: string
  digests: Digests
}

export function fileFolder({ chatFolder, incomingFolder, digests }: FileFolderDeps): FileFolder {
  const folder = join(chatFolder, 'files')
  const types = contentTypes(join(chatFolder, 'types'))

  const place = createPlacing(folder, digests)

  return {
    folder,
    async save(name, content, contentType) {
      await using drafts = new AsyncDisposableStack()
      let draft: IncomingFile | undefined
      const digest = await fileDigest(content)
      const saved = await place(
        name,
        { size: content.byteLength, digest },
        async () => (draft ??= drafts.use(await receiveBytes(incomingFolder, content, digest))),
      )
      await types.record(saved.filename, declaredType(contentType))
      return saved
    },
    async saveStream(name, source, { maxBytes, contentType }) {
      const received = await receiveFile(incomingFolder, source, maxBytes)
      if (!received.ok) return received
      await using draft = received.value
      const saved = await place(name, draft, async () => draft)
      await types.record(saved.filename, declaredType(contentType))
      return accepted(saved)
    },
    async list() {
      if (!existsSync(folder)) return []
      const entries = await readdir(folder, { withFileTypes: true }).catch(() => [])
      const names = entries
        .filter((entry) => entry.isFile() && isSafeFilename(entry.name))
        .map(({ name }) => name)
      if (names.length === 0) return []
      const typeOf = await types.all()
      return Promise.all(
        names.toSorted().map(async (filename) => {
          const { size } = await lstat(join(folder, filename))
          return { filename, size, contentType: typeOf(filename) }
        }),
      )
    },
    async open(name) {
      if (!isSafeFilename(name) || !(await isRealFolder(chatFolder)) || !(await isRealFolder(folder)))
        return null
      const filename = await existingName(folder, name.normalize('NFC'))
      const handle = await openRegular(join(folder, filename))
      if (!handle) return null
      const { size, mtimeMs, ino } = await handle.stat()
      const version = [ino, size, Math.round(mtimeMs)].map((part) => part.toString(16)).join('-')
      return {
        filename,
        size,
        contentType: await types.of(filename),
        version,
        read: (range) => handle.createReadStream(range),
        close: () => handle.close(),
      }
    },
    pull: async () => {},
    push: async () => {},
  }
}

function createPlacing(folder: string, digests: Digests) {
  const compared = new Map<string, { numbers: Map<string, number>; last: number }>()

  /** Reuses a file with this content. Otherwise stores the draft under the first free name. */
  return async (
    name: string,
    content: { size: number; digest: string },
    draft: () => Promise<IncomingFile>,
  ) => {
    const wanted = cleanFilename(name)
    const known = compared.get(wanted) ?? { numbers: new Map<string, number>(), last: 0 }
    compared.set(wanted, known)
    const note = (digest: string, n: number) => {
      known.numbers.set(digest, n)
      known.last = Math.max(known.last, n)
    }
    const further = known.numbers.get(content.digest) ?? known.last + 1
    for (let n = 1; ;) {
      const filename = numberedFilename(wanted, n)
      const path = join(folder, filename)
      const there = await digests.of(path)
      if (there === 'missing' ? await publishFile(await draft(), path) : isSame(there, content)) {
        note(content.digest, n)
        return { filename, size: content.size }
      }
      if (there === 'missing') continue // a concurrent writer took the name first, so the next round compares that file
      if (there !== 'other') note(there.digest, n)
      n = Math.max(n + 1, further)
    }
  }
}

/** Uses `link` because, unlike `rename`, it never overwrites a file. False if the name is taken. */
export async function publishFile(draft: IncomingFile, path: string): Promise<boolean> {
  const folder = join(path, '..')
  await mkdir(folder, { recursive: true, mode: 0o700 })
  try {
    await link(draft.path, path)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
  await syncFolder(folder)
  return true
}

const isSame = (
  there: 'other' | { size: number; digest: string },
  content: { size: number; digest: string },
) => there !== 'other' && there.size === content.size && there.digest === content.digest

const isRealFolder = async (path: string): Promise<boolean> =>
  lstat(path).then(
    (facts) => facts.isDirectory(),
    () => false,
  )

/** Opens only regular files, follows no link and does not wait for the writer of a FIFO. */
export async function openRegular(path: string): Promise<FileHandle | null> {
  const flags = constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0) | (constants.O_NONBLOCK ?? 0)
  const handle = await open(path, flags).catch((error: NodeJS.ErrnoException) => {
    if (UNOPENABLE.has(error.code ?? '')) return null
    throw error
  })
  if (!handle || (await handle.stat()).isFile()) return handle
  await handle.close()
  return null
}

const UNOPENABLE = new Set(['ENOENT', 'ELOOP', 'EMLINK', 'ENXIO', 'ENOTDIR', 'EISDIR', 'ENAMETOOLONG'])
