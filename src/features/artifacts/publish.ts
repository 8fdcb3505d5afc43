import type { Kysely, Selectable, Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import { sniffedType } from '#ground/base/files/sniffed-type.ts'
import { declaredType, typeOfName } from '#ground/base/files/content-type.ts'
import type { Clock } from '#ground/base/clock.ts'
import type { ReceivedBlob } from '#ground/blobs/blobs.ts'
import { cleanFilename } from '#core/chats/filename.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { artifactOf, fileColumns, type Artifact, type FileFacts } from './artifact.ts'
import type { Contents } from './contents.ts'
import { previewOf } from './preview.ts'
import { recordOf } from './record.ts'
import type { ArtifactOrigin } from './origin.ts'
import { notFound, type ArtifactRefusal } from './refusal.ts'
import { createQuota, type QuotaDeps } from './quota.ts'
import type { AudienceKind } from './schema.ts'

export interface PublishDeps extends QuotaDeps {
  store: Pick<Store, 'db' | 'kind' | 'transaction'>
  contents: Contents
  clock: Pick<Clock, 'now'>
  newId(): string
  accessChanges: Pick<AccessChanges, 'append'>
  onPublished(): void
}

export interface FileToPublish {
  filename: string
  bytes: AsyncIterable<Uint8Array>
  contentType?: string | undefined
  maxBytes: number
  origin?: ArtifactOrigin | undefined
}

export interface NewArtifact {
  hub: string
  owner: { email: string; id: string }
  /** Default: the file name. */
  title?: string | undefined
  audience?: AudienceKind
}

/** A version above this limit replaces the artifact's oldest version and its bytes. */
export const MAX_VERSIONS = 50

type Owned = Pick<Artifact, 'id' | 'hub' | 'owner' | 'ownerId' | 'version'>

/** First copies the bytes to the storage that all instances read, then stores the version that references them. */
export function createPublish(deps: PublishDeps) {
  const { store, contents } = deps
  const quota = createQuota(deps)

  return {
    /** Refusal: `too_large` if the file exceeds `maxBytes` or the owner's quota. */
    async create(made: NewArtifact, given: FileToPublish): Promise<Result<Artifact, ArtifactRefusal>> {
      const owner = { owner: made.owner.email, ownerId: made.owner.id }
      const left = await quota.checkAnyLeft(owner, made.hub)
      if (!left.ok) return left
      return received(deps, given, {
        fits: ({ size }) => quota.check(store.db, owner, made.hub, size),
        write: (file, bytes) =>
          store.transaction(async (tx) => {
            await quota.lock(tx, owner)
            const fits = await quota.check(tx, owner, made.hub, file.size)
            if (!fits.ok) return fits
            await contents.makePermanent(tx, bytes)
            return accepted(await writeNew(tx, deps, made, { file, origin: given.origin }))
          }),
      })
    },

    /** Refusals: `not_found` if the artifact was deleted meanwhile; `too_large` as for `create`. */
    async update(
      own: Owned,
      { title }: { title?: string | undefined },
      given: FileToPublish,
    ): Promise<Result<Artifact, ArtifactRefusal>> {
      const dropped: string[] = []
      const fitting = async (db: Kysely<Tables>, { version }: Pick<Artifact, 'version'>, size: number) => {
        const upTo = version + 1 - MAX_VERSIONS
        const old = await versionsUpTo(db, own.id, upTo)
        const freed = old.reduce((sum, { size: bytes }) => sum + bytes, 0)
        const fits = await quota.check(db, own, own.hub, size - freed)
        return fits.ok ? accepted({ old, upTo }) : fits
      }
      const updated = await received(deps, given, {
        fits: ({ size }) => fitting(store.db, own, size),
        write: (file, bytes) =>
          store.transaction(async (tx) => {
            await quota.lock(tx, own)
            const before = await rowOf(tx, own.id)
            if (!before) return notFound()
            const fits = await fitting(tx, before, file.size)
            if (!fits.ok) return fits
            const { old, upTo } = fits.value
            dropped.push(...old.map(({ sha256 }) => sha256))
            if (old.length > 0) await dropVersions(tx, own.id, upTo)
            await contents.makePermanent(tx, bytes)
            return accepted(await writeNext(tx, deps, before, { title, file, origin: given.origin }))
          }),
      })
      await contents.release(dropped)
      return updated
    },
  }
}

interface Writing {
  /** Checks the quota before the bytes are copied to shared storage. `write` checks the quota again. */
  fits(bytes: ReceivedBlob): Promise<Result<unknown, ArtifactRefusal>>
  write(file: FileFacts, bytes: ReceivedBlob): Promise<Result<Artifact, ArtifactRefusal>>
}

async function received(
  { contents, onPublished }: Pick<PublishDeps, 'contents' | 'onPublished'>,
  given: FileToPublish,
  { fits, write }: Writing,
): Promise<Result<Artifact, ArtifactRefusal>> {
  const filename = cleanFilename(given.filename)
  const taken = await contents.receive(given.bytes, given.maxBytes)
  if (!taken.ok) return taken
  const bytes = taken.value
  let isWritten = false
  try {
    const worth = await fits(bytes)
    if (!worth.ok) return worth
    const brought = await contents.copyToSharedStorage(bytes)
    if (!brought.ok) return brought
    const contentType = await typeOf(bytes, filename, given.contentType)
    const { size, hash: sha256 } = bytes
    const file = { filename, contentType, preview: previewOf(contentType, filename), size, sha256 }
    const written = await write(file, bytes)
    isWritten = written.ok
    if (isWritten) onPublished()
    return written
  } finally {
    // If the bytes already have their final name, `discard` fails, and `release` removes them.
    if (!isWritten) await bytes.discard().catch(() => contents.release([bytes.hash]))
  }
}

interface PublishedFile {
  file: FileFacts
  origin: ArtifactOrigin | undefined
}

async function writeNew(
  tx: Transaction<Tables>,
  { clock, newId, accessChanges }: PublishDeps,
  made: NewArtifact,
  { file, origin }: PublishedFile,
): Promise<Artifact> {
  const now = clock.now()
  const { title = file.filename, audience = 'owner' } = made
  const row = {
    id: newId(),
    hub: made.hub,
    owner: made.owner.email,
    owner_id: made.owner.id,
    title,
    version: 1,
    audience,
    search: searchText(title, file.filename),
    created_at_ms: now,
    updated_at_ms: now,
    ...fileColumns(file),
  }
  await tx.insertInto('artifacts').values(row).execute()
  await addVersion(tx, { id: row.id, version: 1, file, origin, now })
  const artifact = artifactOf(row)
  if (audience !== 'owner') {
    const after = { kind: audience, people: [], groups: [] }
    const change = { at: now, action: 'artifact.audience' as const, before: null, after }
    await accessChanges.append(tx, [recordOf(artifact, change)])
  }
  return artifact
}

type Row = Selectable<Tables['artifacts']>

async function writeNext(
  tx: Transaction<Tables>,
  { clock }: Pick<PublishDeps, 'clock'>,
  before: Row,
  { title = before.title, file, origin }: PublishedFile & { title: string | undefined },
): Promise<Artifact> {
  const now = clock.now()
  const changes = {
    title,
    version: before.version + 1,
    search: searchText(title, file.filename),
    updated_at_ms: Math.max(now, before.updated_at_ms),
    ...fileColumns(file),
  }
  await tx.updateTable('artifacts').set(changes).where('id', '=', before.id).execute()
  await addVersion(tx, { id: before.id, version: changes.version, file, origin, now })
  return artifactOf({ ...before, ...changes })
}

const rowOf = (tx: Transaction<Tables>, id: string): Promise<Row | undefined> =>
  tx.selectFrom('artifacts').selectAll().where('id', '=', id).forUpdate().executeTakeFirst()

const addVersion = (
  tx: Transaction<Tables>,
  { id, version, file, origin, now }: PublishedFile & { id: string; version: number; now: number },
): Promise<unknown> =>
  tx
    .insertInto('artifact_versions')
    .values({
      artifact_id: id,
      version,
      created_at_ms: now,
      ...fileColumns(file),
      chat: origin?.chat ?? null,
      chat_file: origin?.filename ?? null,
    })
    .execute()

const versionsUpTo = async (
  db: Kysely<Tables>,
  id: string,
  upTo: number,
): Promise<{ size: number; sha256: string }[]> =>
  upTo < 1
    ? []
    : db
        .selectFrom('artifact_versions')
        .select(['size', 'sha256'])
        .where('artifact_id', '=', id)
        .where('version', '<=', upTo)
        .execute()

const dropVersions = (tx: Transaction<Tables>, id: string, upTo: number): Promise<unknown> =>
  tx.deleteFrom('artifact_versions').where('artifact_id', '=', id).where('version', '<=', upTo).execute()

/** Clients often declare `text/plain` for all files, so that type is ignored in favor of content and name. */
async function typeOf({ head }: ReceivedBlob, filename: string, given: string | undefined): Promise<string> {
  const declared = declaredType(given) === 'text/plain' ? undefined : given
  const [type, named] = [await sniffedType({ head, declared, filename }), typeOfName(filename)]
  if (type === 'application/xml' && named === 'image/svg+xml') return named
  return type === UNKNOWN && given !== declared && named === UNKNOWN ? 'text/plain' : type
}

const UNKNOWN = 'application/octet-stream'

const searchText = (title: string, filename: string): string => searchForm(`${title}\n${filename}`)

export const searchForm = (text: string): string => text.normalize('NFC').toLowerCase()
