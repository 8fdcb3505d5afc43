import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import { userInfoView } from '../present.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { unwrapChatapp } from '#chatapp/http/refused.ts'
import type { App } from '../sessions/app.ts'
import {
  addMembers,
  createGroup,
  deleteGroup,
  exportGroup,
  listGroups,
  listGroupsOfUser,
  listMembers,
  listOwnGroups,
  readGroup,
  readGroupInfo,
  removeMembers,
  updateGroup,
} from './contract.ts'
import { isShared, type Group } from './group.ts'
import type { Groups } from './groups.ts'

export interface GroupRouteParts {
  groups: Groups
  accounts: Pick<Accounts, 'findAll'>
  events: Pick<ChatappEvents, 'groupCreated' | 'groupChanged' | 'groupDeleted'>
}

export function groupRoutes(app: App, { groups, accounts, events }: GroupRouteParts): void {
  app.handle(listGroups, async ({ visitor, query }) =>
    (await listFor(groups, visitor.account, query.share === 'true')).map(groupView),
  )

  app.handle(createGroup, async ({ visitor, body }) => {
    const by = visitor.account.id
    const group = await groups.create(body, by)
    events.groupCreated({ group: group.id, by })
    return groupView(group)
  })

  app.handle(readGroup, async ({ params }) => groupView(unwrapChatapp(await groups.find(params.id))))

  app.handle(readGroupInfo, async ({ params }) => groupInfoView(unwrapChatapp(await groups.find(params.id))))

  app.handle(exportGroup, async ({ params }) => {
    const group = unwrapChatapp(await groups.find(params.id))
    return { ...groupView(group), user_ids: await groups.memberIds(group.id) }
  })

  app.handle(listMembers, async ({ params }) => {
    const group = unwrapChatapp(await groups.find(params.id))
    return (await accounts.findAll(await groups.memberIds(group.id))).map(userInfoView)
  })

  app.handle(updateGroup, async ({ visitor, params, body }) => {
    const group = unwrapChatapp(await groups.update(params.id, body))
    events.groupChanged({ group: group.id, by: visitor.account.id, change: 'form' })
    return groupView(group)
  })

  for (const [route, change, name] of [
    [addMembers, groups.add, 'members_add'],
    [removeMembers, groups.removeMembers, 'members_remove'],
  ] as const)
    app.handle(route, async ({ visitor, params, body }) => {
      const group = unwrapChatapp(await change(params.id, body.user_ids))
      events.groupChanged({ group: group.id, by: visitor.account.id, change: name })
      return groupView(group)
    })

  app.handle(deleteGroup, async ({ visitor, params }) => {
    unwrapChatapp(await groups.remove(params.id))
    events.groupDeleted({ group: params.id, by: visitor.account.id })
    return true
  })

  app.handle(listOwnGroups, async ({ visitor }) => (await groups.listOf(visitor.account.id)).map(groupView))

  app.handle(listGroupsOfUser, async ({ params }) => (await groups.listOf(params.id)).map(groupView))
}

async function listFor(groups: Groups, account: Account, toShareWith: boolean): Promise<Group[]> {
  if (account.role === 'admin') return groups.list()
  const own = await groups.listOf(account.id)
  if (!toShareWith) return own
  const ownIds = new Set(own.map((group) => group.id))
  return (await groups.list()).filter((group) => isShared(group, ownIds.has(group.id)))
}

const groupView = (group: Group) => ({
  ...groupInfoView(group),
  data: group.data,
  meta: null,
  permissions: group.permissions,
})

const groupInfoView = (group: Group) => ({
  id: group.id,
  user_id: group.creatorId,
  name: group.name,
  description: group.description,
  created_at: group.createdAt,
  updated_at: group.updatedAt,
  member_count: group.memberCount,
})
