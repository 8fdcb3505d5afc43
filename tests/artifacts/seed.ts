import { createContents } from '#features/artifacts/contents.ts'
import { createPublish, type FileToPublish } from '#features/artifacts/publish.ts'
import { createSharing } from '#features/artifacts/sharing.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { newOrderedId } from '#ground/base/ids.ts'
import type { Blobs } from '#ground/blobs/blobs.ts'
import { openFolderBlobs } from '#ground/blobs/folder.ts'
import type { Store } from '#ground/store/store.ts'

export const FILE = {
  made: { hub: 'garden', owner: { email: 'pat@x.org', id: 'u1' } },
  given: (text = 'the same bytes'): FileToPublish => ({
    filename: 'a.txt',
    bytes: (async function* () {
      yield Buffer.from(text)
    })(),
    maxBytes: 1000,
  }),
}

export async function createContentsFixture(
  store: Store,
  folder: string,
  {
    newId = newOrderedId,
    bytesPerPerson = Infinity,
    clock = systemClock,
    blobs: given,
  }: { newId?: () => string; bytesPerPerson?: number; clock?: Clock; blobs?: Blobs } = {},
) {
  const accessChanges = createAccessChanges(store)
  const contents = createContents({
    blobs: given ?? (await openFolderBlobs({ folder, unfinishedBefore: 0 })),
    store,
  })
  return {
    store,
    accessChanges,
    contents,
    publish: createPublish({
      store,
      contents,
      clock,
      newId,
      accessChanges,
      bytesPerPerson,
      onPublished() {},
    }),
    sharing: createSharing({ store, contents, clock, accessChanges }),
  }
}

export interface SeededArtifact {
  id: string
  hub: string
  owner: string
  audience: string
  people: string[]
  groups: string[]
  updatedAt: number
}

const PAGE = { filename: 'a.html', content_type: 'text/html', preview: 'html', size: 1, sha256: 'x' }

export async function seedArtifacts(
  { db }: Store,
  count: number,
  { people: many = 20, groups: manyGroups = 5, hubs = 4, blocks = 0 } = {},
): Promise<SeededArtifact[]> {
  const seeded = Array.from({ length: count }, (_, n): SeededArtifact => {
    const audience = ['owner', 'people', 'hub'][n % 3]!
    const isPeople = audience === 'people'
    return {
      id: newOrderedId(),
      hub: ['garden', 'attic'][(n * 11) % hubs] ?? `hub-${n % hubs}`,
      owner: `p${n % many}@x.org`,
      audience,
      people: isPeople ? [`p${(n * 7) % many}@x.org`] : [],
      groups: isPeople ? [`g${n % manyGroups}`] : [],
      updatedAt: 1000 + n,
    }
  })
  for (let start = 0; start < count; start += 100) {
    const some = seeded.slice(start, start + 100)
    await db
      .insertInto('artifacts')
      .values(
        some.map(({ id, hub, owner, audience, updatedAt }) => ({
          id,
          hub,
          owner,
          owner_id: owner.replace(/^p(\d+)@.*/, 'u$1'),
          title: `Title ${updatedAt}`,
          ...PAGE,
          version: 1,
          audience,
          search: `title ${updatedAt}\na.html`,
          created_at_ms: updatedAt,
          updated_at_ms: updatedAt,
        })),
      )
      .execute()
    await db
      .insertInto('artifact_versions')
      .values(
        some.map(({ id, updatedAt }) => ({
          artifact_id: id,
          version: 1,
          created_at_ms: updatedAt,
          ...PAGE,
          ...(updatedAt % 2 === 0 && { chat: `folder-${updatedAt}`, chat_file: 'a.html' }),
        })),
      )
      .execute()
    const people = some.flatMap(({ id, people: those }) => those.map((email) => ({ artifact_id: id, email })))
    const groups = some.flatMap(({ id, groups: those }) =>
      those.map((group_id) => ({ artifact_id: id, group_id })),
    )
    await db.insertInto('artifact_people').values(people).execute()
    await db.insertInto('artifact_groups').values(groups).execute()
  }
  const blocked = ['p9@x.org', ...Array.from({ length: blocks }, (_, n) => `blocked${n}@x.org`)]
  await db
    .insertInto('access_blocks')
    .values(blocked.map((subject) => ({ subject, blocked_by: 'test', blocked_at_ms: 1 })))
    .execute()
  return seeded
}
