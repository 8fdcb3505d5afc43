import type { Account } from '../account.ts'
import type { Accounts } from '../accounts.ts'
import { userInfoView } from '../present.ts'
import { AccountId } from '../schema.ts'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import { unwrap } from '#chatapp/http/refused.ts'
import type { App } from '#chatapp/http/validation.ts'
import { visitorOf, type Guard } from '../sessions/guard.ts'
import { isShared, type Group } from './group.ts'
import type { Groups } from './groups.ts'
import { groupInfoView, groupView } from './present.ts'
import { GroupForm, GroupId, ListQuery, MembersRequest } from './form.ts'

export interface GroupRouteParts {
  groups: Groups
  accounts: Pick<Accounts, 'findAll'>
  guard: Guard
  events: Pick<ChatappEvents, 'groupCreated' | 'groupChanged' | 'groupDeleted'>
}

export function groupRoutes(app: App, { groups, accounts, guard, events }: GroupRouteParts): void {
  const forAdmins = { onRequest: guard.admin, schema: { params: GroupId } }

  app.get(
    '/api/v1/groups/',
    { onRequest: guard.verified, schema: { querystring: ListQuery } },
    async (request) => {
      const { account } = visitorOf(request)
      return (await listFor(account, request.query.share === 'true')).map(groupView)
    },
  )

  /** Administrators see every group; others those they are in or, to share with, those open for it. */
  const listFor = async (account: Account, toShareWith: boolean): Promise<Group[]> => {
    if (account.role === 'admin') return groups.list()
    const own = await groups.listOf(account.id)
    if (!toShareWith) return own
    const ownIds = new Set(own.map((group) => group.id))
    return (await groups.list()).filter((group) => isShared(group, ownIds.has(group.id)))
  }

  app.post(
    '/api/v1/groups/create',
    { onRequest: guard.admin, schema: { body: GroupForm } },
    async (request) => {
      const by = visitorOf(request).account.id
      const group = await groups.create(request.body, by)
      events.groupCreated({ group: group.id, by })
      return groupView(group)
    },
  )

  app.get('/api/v1/groups/id/:id', forAdmins, async (request) =>
    groupView(unwrap(await groups.find(request.params.id))),
  )

  app.get(
    '/api/v1/groups/id/:id/info',
    { onRequest: guard.verified, schema: { params: GroupId } },
    async (request) => groupInfoView(unwrap(await groups.find(request.params.id))),
  )

  app.get('/api/v1/groups/id/:id/export', forAdmins, async (request) => {
    const group = unwrap(await groups.find(request.params.id))
    return { ...groupView(group), user_ids: await groups.memberIds(group.id) }
  })

  // A POST that reads, as the contract has it.
  app.post('/api/v1/groups/id/:id/users', forAdmins, async (request) => {
    const group = unwrap(await groups.find(request.params.id))
    return (await accounts.findAll(await groups.memberIds(group.id))).map(userInfoView)
  })

  app.post(
    '/api/v1/groups/id/:id/update',
    { onRequest: guard.admin, schema: { params: GroupId, body: GroupForm } },
    async (request) => {
      const group = unwrap(await groups.update(request.params.id, request.body))
      events.groupChanged({ group: group.id, by: visitorOf(request).account.id, change: 'form' })
      return groupView(group)
    },
  )

  for (const [name, change] of [
    ['add', groups.add],
    ['remove', groups.removeMembers],
  ] as const)
    app.post(
      `/api/v1/groups/id/:id/users/${name}`,
      { onRequest: guard.admin, schema: { params: GroupId, body: MembersRequest } },
      async (request) => {
        const group = unwrap(await change(request.params.id, request.body.user_ids))
        events.groupChanged({ group: group.id, by: visitorOf(request).account.id, change: `members_${name}` })
        return groupView(group)
      },
    )

  app.delete('/api/v1/groups/id/:id/delete', forAdmins, async (request) => {
    unwrap(await groups.remove(request.params.id))
    events.groupDeleted({ group: request.params.id, by: visitorOf(request).account.id })
    return true
  })

  app.get('/api/v1/users/groups', { onRequest: guard.verified }, async (request) =>
    (await groups.listOf(visitorOf(request).account.id)).map(groupView),
  )

  app.get(
    '/api/v1/users/:id/groups',
    { onRequest: guard.admin, schema: { params: AccountId } },
    async (request) => (await groups.listOf(request.params.id)).map(groupView),
  )
}
