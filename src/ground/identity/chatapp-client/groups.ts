import { z } from 'zod'
import type { OneByOne } from '#ground/base/one-by-one.ts'
import { accepted, type Result } from '#ground/base/result.ts'
import { EmailAnswer } from './account.ts'
import { path, type Send } from './http.ts'
import { isUnknownRoute, type ChatappRefusal } from './refusal.ts'

/** Names are not unique. */
export interface ClientGroup {
  id: string
  name: string
  description: string
  permissions: Readonly<Record<string, unknown>> | null
  data: Readonly<Record<string, unknown>> | null
}

export interface ListedGroup extends ClientGroup {
  memberCount: number | null
}

export interface Member {
  id: string
  name: string
  /** Trimmed and lower case. */
  email: string
}

export interface GroupWithMembers extends ClientGroup {
  memberIds: readonly string[]
}

export interface Added {
  memberIds: readonly string[]
  unknownIds: readonly string[]
}

const BATCH = 500

export function createGroupsClient({ send, oneByOne }: { send: Send; oneByOne: OneByOne }) {
  const get = (id: string): Promise<Result<GroupWithMembers, ChatappRefusal>> =>
    send({ path: path`/api/v1/groups/id/${id}/export`, answer: ExportAnswer })

  const post = (id: string, action: string, body: unknown) =>
    send({ method: 'POST', path: path`/api/v1/groups/id/${id}/` + action, body, answer: GroupAnswer })

  const postIds = async (id: string, action: string, ids: readonly string[], size: number) => {
    for (let start = 0; start < ids.length; start += size) {
      const answer = await post(id, action, { user_ids: ids.slice(start, start + size) })
      if (!answer.ok) return answer
    }
    return get(id)
  }

  return {
    list: (): Promise<Result<ListedGroup[], ChatappRefusal>> =>
      send({ path: '/api/v1/groups/', answer: z.array(GroupAnswer) }),

    get,

    of: (accountId: string): Promise<Result<ClientGroup[], ChatappRefusal>> =>
      send({
        path: path`/api/v1/users/${accountId}/groups`,
        query: { include_inherited: 'true' },
        answer: z.array(GroupAnswer),
      }),

    effectiveMembers: (id: string): Promise<Result<readonly string[], ChatappRefusal>> =>
      readEffectiveMembers(send, id),

    members: (id: string): Promise<Result<Member[], ChatappRefusal>> =>
      send({ method: 'POST', path: path`/api/v1/groups/id/${id}/users`, answer: z.array(MemberAnswer) }),

    create: (group: { name: string; description: string }): Promise<Result<ClientGroup, ChatappRefusal>> =>
      send({ method: 'POST', path: '/api/v1/groups/create', body: group, answer: GroupAnswer }),

    update: (
      id: string,
      change: (group: ClientGroup) => Partial<ClientGroup>,
    ): Promise<Result<ClientGroup, ChatappRefusal>> =>
      oneByOne(`group ${id}`, async () => {
        const current = await get(id)
        if (!current.ok) return current
        const { name, description, permissions, data } = { ...current.value, ...change(current.value) }
        return post(id, 'update', { name, description, permissions, data })
      }),

    /**
     * Some web chats ignore new ids if the request also contains a member's id. This method therefore sends only new
     * ids, and sends ignored ids again one by one.
     */
    addMembers: (id: string, accountIds: readonly string[]): Promise<Result<Added, ChatappRefusal>> =>
      oneByOne(`group ${id}`, async () => {
        const before = await get(id)
        if (!before.ok) return before
        const wanted = notIn(before.value.memberIds, accountIds)
        if (wanted.length === 0) return accepted({ memberIds: before.value.memberIds, unknownIds: [] })
        const together = await postIds(id, 'users/add', wanted, BATCH)
        if (!together.ok) return together
        const lost = notIn(together.value.memberIds, wanted)
        if (lost.length === 0) return accepted({ memberIds: together.value.memberIds, unknownIds: [] })
        const single = await postIds(id, 'users/add', lost, 1)
        if (!single.ok) return single
        const { memberIds } = single.value
        return accepted({ memberIds, unknownIds: notIn(memberIds, lost) })
      }),

    removeMembers: (
      id: string,
      accountIds: readonly string[],
    ): Promise<Result<GroupWithMembers, ChatappRefusal>> =>
      oneByOne(`group ${id}`, async () => {
        const before = await get(id)
        if (!before.ok) return before
        const members = new Set(before.value.memberIds)
        const wanted = [...new Set(accountIds)].filter((accountId) => members.has(accountId))
        return wanted.length === 0 ? before : postIds(id, 'users/remove', wanted, BATCH)
      }),

    /** A missing group counts as success. */
    async remove(id: string): Promise<Result<void, ChatappRefusal>> {
      const answer = await send({
        method: 'DELETE',
        path: path`/api/v1/groups/id/${id}/delete`,
        answer: z.literal(true),
      })
      return answer.ok || answer.refusal.code === 'missing' ? accepted(undefined) : answer
    },
  }
}

/** @returns The direct members if the web chat does not support groups within groups. */
async function readEffectiveMembers(
  send: Send,
  id: string,
): Promise<Result<readonly string[], ChatappRefusal>> {
  const ids = new Set<string>()
  for (let page = 1; ; page++) {
    const answer = await send({
      path: path`/api/v1/groups/id/${id}/members`,
      query: { membership: 'effective', page },
      answer: EffectiveMembersAnswer,
    })
    if (!answer.ok) {
      if (!isUnknownRoute(answer.refusal)) return answer
      const direct = await send({ path: path`/api/v1/groups/id/${id}/export`, answer: ExportAnswer })
      return direct.ok ? accepted(direct.value.memberIds) : direct
    }
    const before = ids.size
    for (const member of answer.value.items) ids.add(member.id)
    if (ids.size >= answer.value.total || ids.size === before) return accepted([...ids])
  }
}

const EffectiveMembersAnswer = z.object({ items: z.array(z.object({ id: z.string() })), total: z.number() })

const notIn = (present: readonly string[], ids: readonly string[]): string[] => {
  const known = new Set(present)
  return [...new Set(ids)].filter((id) => !known.has(id))
}

const Blob = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform((value) => value ?? null)
const fields = { id: z.string(), name: z.string(), description: z.string(), permissions: Blob, data: Blob }

const MemberAnswer = z.object({ id: z.string(), name: z.string(), email: EmailAnswer })
const GroupAnswer = z
  .object({ ...fields, member_count: z.number().nullish() })
  .transform(({ member_count: memberCount, ...group }): ListedGroup => ({
    ...group,
    memberCount: memberCount ?? null,
  }))
const ExportAnswer = z
  .object({ ...fields, user_ids: z.array(z.string()) })
  .transform(({ user_ids: memberIds, ...group }): GroupWithMembers => ({ ...group, memberIds }))
