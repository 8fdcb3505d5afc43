import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import { fileDigest } from '#ground/base/digest.ts'
import type { ChatFileTooLarge } from '../files.ts'

/** A complete, synced file without a name in any chat yet. Disposing removes it. */
export interface IncomingFile extends AsyncDisposable {
  readonly path: string
  readonly size: number
  /** SHA-256, lower-case hex. */
  readonly digest: string
}

/** Leaves nothing if the stream fails or exceeds `maxBytes`. */
export async function receiveFile(
  folder: string,
  source: AsyncIterable<Uint8Array>,
  maxBytes: number,
): Promise<Result<IncomingFile, ChatFileTooLarge>> {
  const path = await draftPath(folder)
  const hash = createHash('sha256')
  let size = 0
  try {
    await using file = await open(path, 'wx', 0o600)
    for await (const piece of source) {
      size += piece.byteLength
      if (size > maxBytes) break
      hash.update(piece)
      await file.writeFile(piece)
    }
    if (size <= maxBytes) await file.sync()
  } catch (error) {
    await unlink(path).catch(() => {})
    throw error
  }
  const draft = draftOf(path, size, hash.digest('hex'))
  if (size <= maxBytes) return accepted(draft)
  await draft[Symbol.asyncDispose]()
  return refused({ code: 'too_large', maxBytes })
}

export async function receiveBytes(
  folder: string,
  content: Uint8Array,
  digest?: string,
): Promise<IncomingFile> {
  const path = await draftPath(folder)
  try {
    await using file = await open(path, 'wx', 0o600)
    await file.writeFile(content)
    await file.sync()
  } catch (error) {
    await unlink(path).catch(() => {})
    throw error
  }
  return draftOf(path, content.byteLength, digest ?? (await fileDigest(content)))
}

/** Keeps younger drafts, because a request may still be writing them. */
export async function sweepDrafts(folder: string, olderThan: number): Promise<void> {
  const names = await readdir(folder).catch(() => [])
  for (const name of names) {
    const path = join(folder, name)
    const facts = await stat(path).catch(() => null)
    if (facts && facts.mtimeMs < olderThan) await unlink(path).catch(() => {})
  }
}

const draftPath = async (folder: string): Promise<string> => {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  return join(folder, randomBytes(12).toString('hex'))
}

const draftOf = (path: string, size: number, digest: string): IncomingFile => ({
  path,
  size,
  digest,
  [Symbol.asyncDispose]: () => unlink(path),
})
