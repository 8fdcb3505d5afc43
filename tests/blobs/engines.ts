import { readFile, truncate, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { readBlobsAddress } from '#ground/blobs/address.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import { openS3Blobs } from '#cluster/object-storage/s3.ts'
import type { Clock } from '#ground/base/clock.ts'
import { systemClock } from '#ground/base/clock.ts'
import type { Store } from '#ground/store/store.ts'
import { folderWith } from '../support/folder.ts'
import { S3_BUCKET, S3_KEYS, startS3, type OwnS3 } from '../support/s3.ts'
import { BACKENDS, openTestStore } from '../support/stores.ts'

export interface Engine {
  blobs: Blobs
  store: Store
  folder: string
  damage(hash: string): Promise<void>
  shorten(hash: string): Promise<void>
}

export interface S3Engine extends Engine {
  s3: OwnS3
  told: string[]
}

const sqlite = BACKENDS.find(({ kind }) => kind === 'sqlite')!

export async function folderEngine(t: TestContext): Promise<Engine> {
  const folder = await folderWith(t, {})
  return {
    blobs: await openFolderBlobs({ folder }),
    store: await openTestStore(t, sqlite),
    folder,
    ...harming((hash) => join(folder, hash.slice(0, 2), hash)),
  }
}

export async function s3Engine(
  t: TestContext,
  { clock = systemClock, store, s3 }: { clock?: Clock; store?: Store; s3?: OwnS3 } = {},
): Promise<S3Engine> {
  const server = s3 ?? (await startS3(t))
  const [folder, rows] = [await folderWith(t, {}), store ?? (await openTestStore(t, sqlite))]
  const reported: string[] = []
  const blobs = await openS3Blobs({
    area: 'artifacts',
    address: readBlobsAddress(`s3://${S3_BUCKET}/hub?endpoint=${server.endpoint}`)!,
    credentials: S3_KEYS,
    store: rows,
    clock,
    folder,
    reports: {
      onOutage: (reason) => reported.push(`away: ${reason}`),
      onRecovery: () => reported.push('back'),
      onDamaged: (hash) => reported.push(`damaged: ${hash}`),
    },
  })
  t.after(() => blobs[Symbol.asyncDispose]())
  const pathOf = (hash: string) => server.pathOf(`hub/artifacts/${hash}`)
  return { blobs, store: rows, folder, s3: server, told: reported, ...harming(pathOf) }
}

const harming = (pathOf: (hash: string) => string) => ({
  async damage(hash: string) {
    const bytes = await readFile(pathOf(hash))
    bytes[bytes.length >> 1]! ^= 1
    await writeFile(pathOf(hash), bytes)
  },
  shorten: (hash: string) => truncate(pathOf(hash), 1),
})

/** A clock that tests advance; sleeps take real time. */
export function movedClock() {
  let ahead = 0
  return { ...systemClock, now: () => Date.now() + ahead, move: (ms: number) => void (ahead += ms) }
}

export async function kept({ blobs, store }: Pick<Engine, 'blobs' | 'store'>, bytes: Uint8Array) {
  const received = await blobs.receive(piecesOf(bytes))
  await received.upload()
  await store.transaction((tx) => received.commit(tx))
  return received
}

export async function removed({ blobs, store }: Pick<Engine, 'blobs' | 'store'>, hash: string) {
  await (
    await store.transaction((tx) => blobs.remove(tx, hash))
  )()
}

export async function* piecesOf(bytes: Uint8Array): AsyncGenerator<Uint8Array> {
  for (let at = 0; at < bytes.length; at += 65_536) yield bytes.subarray(at, at + 65_536)
}

export async function readBack(
  { blobs }: Pick<Engine, 'blobs'>,
  blob: { hash: string; size: number },
  range?: { start: number; end: number },
): Promise<Buffer | null> {
  const opened = await blobs.open(blob)
  return opened && Buffer.concat(await opened.read(range).toArray())
}
