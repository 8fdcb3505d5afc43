import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, open, readdir, rename, stat, unlink, type FileHandle } from 'node:fs/promises'
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
    /**
     * Drop what uploads of an earlier run left unfinished. Call before the first upload.
     *
     * @param before Epoch milliseconds: only what was not written to since then, where other processes take bytes too.
     */
    async open({ before = Infinity }: { before?: number } = {}): Promise<void> {
      await mkdir(incoming, { recursive: true, mode: 0o700 })
      for (const name of await readdir(incoming)) await dropIfOlder(join(incoming, name), before)
    },

    /** Take bytes from a stream to disk, in constant memory. A stream that fails leaves nothing behind. */
    async receive(bytes: AsyncIterable<Uint8Array>): Promise<ReceivedBytes> {
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

    /** Open the bytes for reading; null when they are not there. The reader closes the handle. */
    async openFor(hash: string): Promise<FileHandle | null> {
      return open(pathOf(hash), 'r').catch(absent)
    },

    /** Hashes of all bytes that are there. */
    async *hashes(): AsyncGenerator<string> {
      for (const start of (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)))
        for (const name of await readdir(join(folder, start))) if (HASH.test(name)) yield name
    },

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

const HASH = /^[0-9a-f]{64}$/

const absent = (error: NodeJS.ErrnoException): null => {
  if (error.code === 'ENOENT') return null
  throw error
}

/** Somebody else may drop it at the same time. */
async function dropIfOlder(path: string, before: number): Promise<void> {
  const facts = await stat(path).catch(absent)
  if (facts && facts.mtimeMs < before) await unlink(path).catch(absent)
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
    await file.writeFile(piece) // unlike `write`, all of it or an error: a disk that fills up takes parts
  }
  await file.sync()
  return { hash: hash.digest('hex'), size, head: new Uint8Array(Buffer.concat(head)) }
}
