import { createHash, randomBytes } from 'node:crypto'
import { mkdir, open, readdir, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { nullWhenMissing } from '#ground/base/missing-file.ts'
import type { ReceivedBlob } from './blobs.ts'

export interface ReceivedFile extends Pick<ReceivedBlob, 'hash' | 'size' | 'head' | 'discard'> {
  path: string
}

export interface IncomingBlob {
  receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedFile>
}

const HEAD_BYTES = 4100

/** @param unfinishedBefore Epoch milliseconds: files without a write since then are abandoned and deleted. */
export async function openIncoming(folder: string, unfinishedBefore: number): Promise<IncomingBlob> {
  await mkdir(folder, { recursive: true, mode: 0o700 })
  for (const name of await readdir(folder)) await dropIfOlder(join(folder, name), unfinishedBefore)
  return {
    async receive(bytes) {
      const path = join(folder, randomBytes(12).toString('hex'))
      try {
        return { path, ...(await write(path, bytes)), discard: () => unlink(path) }
      } catch (error) {
        await unlink(path).catch(() => {})
        throw error
      }
    },
  }
}

async function dropIfOlder(path: string, before: number): Promise<void> {
  const facts = await stat(path).catch(nullWhenMissing)
  if (facts && facts.mtimeMs < before) await unlink(path).catch(nullWhenMissing)
}

async function write(path: string, bytes: AsyncIterable<Uint8Array>) {
  await using file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  const head: Uint8Array[] = []
  let size = 0
  for await (const piece of bytes) {
    if (size < HEAD_BYTES) head.push(piece.subarray(0, HEAD_BYTES - size))
    size += piece.length
    hash.update(piece)
    await file.writeFile(piece) // unlike `write`, `writeFile` fails if the disk cannot take all bytes
  }
  await file.sync()
  return { hash: hash.digest('hex'), size, head: new Uint8Array(Buffer.concat(head)) }
}
