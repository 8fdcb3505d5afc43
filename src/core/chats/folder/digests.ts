import { nullWhenMissing } from '#ground/base/missing-file.ts'
import { createHash } from 'node:crypto'
import { constants, lstat, open } from 'node:fs/promises'
import { BoundedMap } from '#ground/base/bounded-map.ts'

export interface FileDigest {
  size: number
  /** SHA-256, lower-case hex. */
  digest: string
}

export interface Digests {
  of(path: string): Promise<FileDigest | 'missing' | 'other'>
}

/** A cached digest is valid while size, modification time and inode are unchanged. */
export function createDigests(capacity = 4096): Digests {
  const known = new BoundedMap<string, FileDigest & { mark: string }>(capacity)
  return {
    async of(path) {
      const facts = await lstat(path).catch(nullWhenMissing)
      if (facts === null) return 'missing'
      if (!facts.isFile()) return 'other'
      const mark = `${facts.ino} ${facts.size} ${facts.mtimeMs}`
      const remembered = known.get(path)
      if (remembered?.mark === mark) return remembered
      const fresh = { size: facts.size, digest: await digestFile(path), mark }
      known.set(path, fresh)
      return fresh
    },
  }
}

async function digestFile(path: string): Promise<string> {
  await using file = await open(path, constants.O_RDONLY | (constants.O_NOFOLLOW ?? 0))
  const hash = createHash('sha256')
  for await (const piece of file.createReadStream({ autoClose: false })) hash.update(piece as Uint8Array)
  return hash.digest('hex')
}
