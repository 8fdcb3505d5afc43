import { existsSync } from 'node:fs'
import { readdir, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { clusterRun } from './cluster-run.ts'
import { bucketFolderOf } from './own-services.ts'

/** Incoming files are in the folder. Stored files are in the folder, or in a cluster's bucket. */
export async function bytesKept(
  dataFolder: string,
  { area, folder }: { area: string; folder: string },
): Promise<string[]> {
  const inBucket = clusterRun ? await namesBelow(join(bucketFolderOf(clusterRun, dataFolder), area)) : []
  const objects = inBucket.flatMap((name) => /^(.*)\._S3rver_object$/.exec(name)?.[1] ?? [])
  return [...(await namesBelow(folder)), ...objects]
}

export async function loseBytes(
  dataFolder: string,
  { area, folder }: { area: string; folder: string },
  hash: string,
): Promise<void> {
  if (!clusterRun) return rm(join(folder, hash.slice(0, 2), hash))
  const object = join(bucketFolderOf(clusterRun, dataFolder), area, `${hash}._S3rver_`)
  for (const part of ['object', 'metadata.json']) await rm(object + part)
}

/** Only a bucket keeps unreferenced contents, for one more day. */
export const letGo = (...hashes: readonly string[]): readonly string[] => (clusterRun ? hashes : [])

async function namesBelow(folder: string): Promise<string[]> {
  if (!existsSync(folder)) return []
  const entries = await readdir(folder, { recursive: true, withFileTypes: true })
  return entries.filter((entry) => entry.isFile()).map(({ name }) => name)
}
