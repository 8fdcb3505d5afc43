import type { Transaction } from 'kysely'
import type { AccessChanges } from '#core/audit/access-changes.ts'
import { sniffedType } from '#ground/base/files/sniffed-type.ts'
import { declaredType, typeOfName } from '#ground/base/files/content-type.ts'
import type { ReceivedBytes } from '#ground/base/files/blobs.ts'
import type { Clock } from '#ground/base/clock.ts'
import { cleanFilename } from '#core/chats/filename.ts'
import type { Store } from '#ground/store/store.ts'
import type { Tables } from '#ground/store/tables.ts'
import { artifactOf, fileColumns, type Artifact, type FileFacts } from './artifact.ts'
import type { Contents } from './contents.ts'
import { notFound } from './gate.ts'
import { previewOf } from './preview.ts'
import { recordOf } from './record.ts'
import { createRoom, type RoomDeps } from './room.ts'
import type { AudienceKind } from './schema.ts'

export interface PublishDeps extends RoomDeps {
  store: Pick<Store, 'db' | 'kind' | 'transaction'>
  contents: Contents
  clock: Pick<Clock, 'now'>
  newId(): string
  accessChanges: Pick<AccessChanges, 'append'>
  /** Told of every version that was published. */
  onPublished(): void
}

/** A file on its way to be published. */
export interface GivenFile {
  filename: string
  bytes: AsyncIterable<Uint8Array>
  /** What the sender says it is. */
  contentType?: string | undefined
  maxBytes: number
}

export interface NewArtifact {
  hub: string
  owner: { email: string; id: string }
  /** Default the file's name. */
  title?: string | undefined
  audience?: AudienceKind
}

/** Versions that are kept; the bytes of older ones go. */
export const KEPT_VERSIONS = 50

/** Writes files as artifacts and as new versions of them. Bytes are on the disk before anything names them. */
export function createPublish(deps: PublishDeps) {
  const { store, contents, clock } = deps
  const room = createRoom(deps)

  /** Take a file in and hand its facts on; whatever fails leaves no bytes behind. */
  const received = async <T>(
    given: GivenFile,
    write: (file: FileFacts, bytes: ReceivedBytes) => Promise<T>,
  ): Promise<T> => {
    const filename = cleanFilename(given.filename)
    const bytes = await contents.receive(given.bytes, given.maxBytes)
    try {
      const contentType = await typeOf(bytes, filename, given.contentType)
      const { size, hash: sha256 } = bytes
      const file = { filename, contentType, preview: previewOf(contentType, filename), size, sha256 }
      const written = await write(file, bytes)
      deps.onPublished()
      return written
    } catch (error) {
      // What was given its name already is taken back under the lock of its hash.
      await bytes.discard().catch(() => contents.release([bytes.hash]))
      throw error
    }
  }

  return {
    /** @throws Refused `too_large` when it, or the owner's room, is too small for it. */
    async create(made: NewArtifact, given: GivenFile): Promise<Artifact> {
      const owner = { owner: made.owner.email, ownerId: made.owner.id }
      await room.demandAny(owner, made.hub)
      return received(given, (file, bytes) =>
        store.transaction(async (tx) => {
          await room.hold(tx, owner)
          await room.demand(tx, owner, made.hub, file.size)
          const now = clock.now()
          const title = made.title ?? file.filename
          const audience = made.audience ?? 'owner'
          const row = {
            id: deps.newId(),
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
          await contents.keep(tx, bytes)
          await tx.insertInto('artifacts').values(row).execute()
          await addVersion(tx, { id: row.id, version: 1, file, now })
          const artifact = artifactOf(row)
          if (audience !== 'owner') {
            const after = { kind: audience, people: [], groups: [] }
            await deps.accessChanges.append(tx, [
              recordOf(artifact, { at: now, action: 'artifact.audience', before: null, after }),
            ])
          }
          return artifact
        }),
      )
    },

    /** @throws Refused `not_found` when it was deleted meanwhile, `too_large` as for a new one. */
    async update(
      own: Pick<Artifact, 'id' | 'hub' | 'owner' | 'ownerId'>,
      { title }: { title?: string | undefined },
      given: GivenFile,
    ): Promise<Artifact> {
      const { id } = own
      const dropped: string[] = []
      const updated = await received(given, (file, bytes) =>
        store.transaction(async (tx) => {
          const now = clock.now()
          await room.hold(tx, own)
          const before = await tx
            .selectFrom('artifacts')
            .selectAll()
            .where('id', '=', id)
            .forUpdate()
            .executeTakeFirst()
          if (!before) throw notFound()
          const version = before.version + 1
          const named = title ?? before.title
          const changes = {
            title: named,
            version,
            search: searchText(named, file.filename),
            updated_at_ms: Math.max(now, before.updated_at_ms),
            ...fileColumns(file),
          }
          dropped.push(...(await dropVersions(tx, id, version - KEPT_VERSIONS)))
          await room.demand(tx, own, own.hub, file.size)
          await contents.keep(tx, bytes)
          await tx.updateTable('artifacts').set(changes).where('id', '=', id).execute()
          await addVersion(tx, { id, version, file, now })
          return artifactOf({ ...before, ...changes })
        }),
      )
      await contents.release(dropped)
      return updated
    },
  }
}

const addVersion = (
  tx: Transaction<Tables>,
  { id, version, file, now }: { id: string; version: number; file: FileFacts; now: number },
): Promise<unknown> =>
  tx
    .insertInto('artifact_versions')
    .values({ artifact_id: id, version, created_at_ms: now, ...fileColumns(file) })
    .execute()

/** Drop versions up to a number. @returns Hashes they named. */
async function dropVersions(tx: Transaction<Tables>, id: string, upTo: number): Promise<string[]> {
  if (upTo < 1) return []
  const rows = await tx
    .deleteFrom('artifact_versions')
    .where('artifact_id', '=', id)
    .where('version', '<=', upTo)
    .returning('sha256')
    .execute()
  return rows.map(({ sha256 }) => sha256)
}

/**
 * What kind of file it is. Programs call whatever they send plain text, so that says no more than the name does; and
 * SVG that begins with an XML declaration looks like any XML by its first bytes.
 */
async function typeOf({ head }: ReceivedBytes, filename: string, given: string | undefined): Promise<string> {
  const declared = declaredType(given) === 'text/plain' ? undefined : given
  const [type, named] = [await sniffedType({ head, declared, filename }), typeOfName(filename)]
  if (type === 'application/xml' && named === 'image/svg+xml') return named
  return type === UNKNOWN && given !== declared && named === UNKNOWN ? 'text/plain' : type
}

const UNKNOWN = 'application/octet-stream'

const searchText = (title: string, filename: string): string => `${title}\n${filename}`.toLowerCase()
