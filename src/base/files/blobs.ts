import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import type { Readable } from 'node:stream'
import { syncFolder } from '../durable-file.ts'

/** Bytes that were received and wait for a name. Keep them or discard them; nothing else sees them before. */
export interface ReceivedBytes {
  /** SHA-256, lower-case hex. */
  hash: string
  size: number
  /** The first bytes, to tell the kind of file by. */
  head: Uint8Array
  /** Put the bytes under their hash, unless they are there already. */
  keep(): Promise<void>
  discard(): Promise<void>
}

export type Blobs = ReturnType<typeof createBlobs>

const HEAD_BYTES = 4100

/** File contents in one folder, named by their hash: the same bytes are stored once. */
export function createBlobs({ folder }: { folder: string }) {
  const incoming = join(folder, 'incoming')
  const pathOf = (hash: string) => join(folder, hash.slice(0, 2), hash)

  return {
    /** Drop what uploads of an earlier run left unfinished. Call before the first upload. */
    async open(): Promise<void> {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      for (const name of await readdir(incoming)) await unlink(join(incoming, name))
    },

    /** Take bytes from a stream to disk, in constant memory. A stream that fails leaves nothing behind. */
    async receive(bytes: Readable): Promise<ReceivedBytes> {
      const path = join(incoming, randomBytes(12).toString('hex'))
      try {
        const { hash, size, head } = await write(path, bytes)
        return {
          hash,
          size,
          head,
          keep: async () => {
            const target = pathOf(hash)
            await mkdir(dirname(target), { recursive: true, mode: 0o700 })
            await rename(path, target)
            await syncFolder(dirname(target))
          },
          discard: () => unlink(path),
        }
      } catch (error) {
        await unlink(path).catch(() => {})
        throw error
      }
    },

    read: (hash: string): Readable => createReadStream(pathOf(hash)),

    /** Whether the bytes are there, as a backup may have lost them. */
    exists: (hash: string): Promise<boolean> =>
      stat(pathOf(hash)).then(
        () => true,
        () => false,
      ),

    async remove(hash: string): Promise<void> {
      await unlink(pathOf(hash)).catch((error: NodeJS.ErrnoException) => {
        if (error.code !== 'ENOENT') throw error
      })
    },
  }
}

async function write(path: string, bytes: Readable) {
  await using file = await open(path, 'wx', 0o600)
  const hash = createHash('sha256')
  const head: Buffer[] = []
  let size = 0
  for await (const piece of bytes as AsyncIterable<Buffer>) {
    if (size < HEAD_BYTES) head.push(piece.subarray(0, HEAD_BYTES - size))
    size += piece.length
    hash.update(piece)
    await file.write(piece)
  }
  await file.sync()
  return { hash: hash.digest('hex'), size, head: new Uint8Array(Buffer.concat(head)) }
}
