import { Permissions } from '#chatapp/accounts/settings/schema.ts'
import { firstText, listOf, readSeconds } from '#chatapp/chats/imported/plain.ts'
import { importedId } from './ids.ts'
import { jsonOf } from './json.ts'
import type { People, PeopleParts } from './people.ts'
import type { Row, WebuiDatabase } from './source.ts'

/** Groups of this server have no parents, so members of a group also join the groups above it. */
export async function importGroups(
  { store, source, report, isDryRun, now }: PeopleParts,
  { ids }: People,
): Promise<void> {
  const groups = [...source.rows('group')]
  const members = membersOf(source, groups)
  if (groups.some(({ parent_group_id: parent }) => firstText(parent)))
    report.remark('Groups have no parents here: members of a group within a group are members of both.')
  await store.transaction(async (tx) => {
    for (const row of groups) {
      const id = importedId('group', String(row.id))
      const name = firstText(row.name).trim().slice(0, 200) || 'Group'
      const known = await tx.selectFrom('chatapp_groups').select('id').where('id', '=', id).executeTakeFirst()
      report.count('groups', known ? 'known' : 'added')
      if (known) continue
      const permissions = Permissions.safeParse(jsonOf(row.permissions) ?? {})
      if (!permissions.success) report.leave('group permissions', 'their form is unknown', name)
      if (isDryRun) continue
      const createdAt = readSeconds(row.created_at) ?? now
      await tx
        .insertInto('chatapp_groups')
        .values({
          id,
          user_id: ids.get(String(row.user_id)) ?? 'service',
          name,
          description: firstText(row.description).slice(0, 2000),
          data: null,
          permissions:
            permissions.success && Object.keys(permissions.data).length > 0
              ? JSON.stringify(permissions.data)
              : null,
          created_at: createdAt,
          updated_at: readSeconds(row.updated_at) ?? createdAt,
        })
        .execute()
      const here = new Set(
        [...(members.get(String(row.id)) ?? [])].flatMap((member) => ids.get(member) ?? []),
      )
      for (const user_id of here)
        await tx
          .insertInto('chatapp_group_members')
          .values({ group_id: id, user_id, created_at: createdAt })
          .execute()
    }
  })
}

function membersOf(source: WebuiDatabase, groups: readonly Row[]): Map<string, Set<string>> {
  const direct = new Map(
    groups.map((group) => [String(group.id), new Set(listOf(jsonOf(group.user_ids)).map(String))]),
  )
  for (const row of source.rows('group_member')) direct.get(String(row.group_id))?.add(String(row.user_id))
  const parents = new Map(groups.map((group) => [String(group.id), firstText(group.parent_group_id)]))
  const all = new Map([...direct].map(([id, members]) => [id, new Set(members)]))
  for (const [id, members] of direct) {
    const seen = new Set([id]) // the file may contain a cycle
    for (let above = parents.get(id) ?? ''; above && !seen.has(above); above = parents.get(above) ?? '') {
      seen.add(above)
      for (const member of members) all.get(above)?.add(member)
    }
  }
  return all
}
