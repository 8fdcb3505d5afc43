import { mkdir, open, readdir, rename, unlink, type FileHandle } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { syncFolder } from '#ground/base/durable-file.ts'
import { nullWhenMissing } from '#ground/base/missing-file.ts'
import type { Blobs } from './blobs.ts'
import { openIncoming, type IncomingBlob } from './incoming.ts'

export interface FolderBlobsOptions {
  folder: string
  /**
   * Epoch milliseconds. Temporary files without a write since then are deleted as abandoned uploads. Default: all
   * temporary files.
   */
  unfinishedBefore?: number
}

export const openFolderBlobs = async (options: FolderBlobsOptions): Promise<Blobs> =>
  folderBlobs(options.folder, await openIncomingOf(options))

export const openIncomingOf = ({
  folder,
  unfinishedBefore = Infinity,
}: FolderBlobsOptions): Promise<IncomingBlob> => openIncoming(join(folder, 'incoming'), unfinishedBefore)

/** Callers must not store and remove the same hash concurrently. */
export function folderBlobs(folder: string, incoming: IncomingBlob): Blobs {
  return {
    sweepEveryMs: null,

    async receive(bytes) {
      const { path, ...received } = await incoming.receive(bytes)
      return {
        ...received,
        upload: async () => {},
        commit: async () => {
          const target = pathOf(folder, received.hash)
          await mkdir(dirname(target), { recursive: true, mode: 0o700 })
          await rename(path, target)
          await syncFolder(dirname(target))
        },
      }
    },

    async open({ hash }) {
      const handle = await openInFolder(folder, hash)
      return handle && { read: (range) => handle.createReadStream(range), close: () => handle.close() }
    },

    async *hashes({ onlyListed = false } = {}) {
      if (onlyListed) return
      for (const start of (await readdir(folder)).filter((name) => /^[0-9a-f]{2}$/.test(name)))
        for (const name of await readdir(join(folder, start))) if (HASH.test(name)) yield name
    },

    async remove(_tx, hash) {
      await unlink(pathOf(folder, hash)).catch(nullWhenMissing)
      return async () => {}
    },

    async [Symbol.asyncDispose]() {},
  }
}

export const openInFolder = (folder: string, hash: string): Promise<FileHandle | null> =>
  open(pathOf(folder, hash), 'r').catch(nullWhenMissing)

const pathOf = (folder: string, hash: string): string => join(folder, hash.slice(0, 2), hash)

const HASH = /^[0-9a-f]{64}$/
