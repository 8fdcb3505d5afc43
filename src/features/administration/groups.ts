import { ApiRefused } from '#ground/api/errors.ts'
import { normalEmail } from '#ground/identity/caller.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { ChatappClient } from '#ground/identity/chatapp-client/client.ts'
import type { ListedGroup } from '#ground/identity/chatapp-client/groups.ts'
import { unwrapResponse } from './unwrap-response.ts'
import type { AdministrationRequest, Record } from './record.ts'
import type { AdministeredGroup, GroupForm, GroupMembersChange } from './schema.ts'

export interface GroupsDeps {
  chatapp: Pick<ChatappClient, 'groups' | 'accounts'>
  record: Record
  /** Name of the environment variable that forbids changes to groups; null if changes are allowed. */
  lockedBy: string | null
}

export function createGroupAdministration(deps: GroupsDeps) {
  const { record, lockedBy } = deps
  const { groups } = deps.chatapp
  const mayChange = () => {
    if (lockedBy) throw new ApiRefused('forbidden', `Groups can’t be changed here: ${lockedBy} is set.`)
  }
  const page = async (id: string) => {
    const found = unwrapResponse(await groups.list()).find((group) => group.id === id)
    if (!found) throw new ApiRefused('not_found', 'There is no such group.')
    const members = unwrapResponse(await groups.members(id))
    return {
      group: { ...groupView(found), members: members.length },
      members: members.map(({ email, name }) => ({ email, name })),
      locked_by: lockedBy,
    }
  }
  return {
    async list() {
      const items = unwrapResponse(await groups.list()).map(groupView)
      return { items, total: items.length, locked_by: lockedBy }
    },

    page,

    async create(request: AdministrationRequest, form: GroupForm) {
      mayChange()
      const made = unwrapResponse(await groups.create(form))
      await record(request, { action: 'group.create', after: { id: made.id, ...form } })
      return page(made.id)
    },

    async change(request: AdministrationRequest, id: string, form: GroupForm) {
      mayChange()
      const { name, description } = (await page(id)).group
      unwrapResponse(await groups.update(id, () => form))
      await record(request, {
        action: 'group.change',
        before: { id, name, description },
        after: { id, ...form },
      })
      return page(id)
    },

    /** Changes nothing unless each e-mail has an account. */
    async changeMembers(request: AdministrationRequest, id: string, { add, remove }: GroupMembersChange) {
      mayChange()
      const { group, members } = await page(id)
      const found = await Promise.all([...add, ...remove].map((email) => accountOf(deps, email)))
      const [added, removed] = [found.slice(0, add.length), found.slice(add.length)]
      if (added.length > 0) unwrapResponse(await groups.addMembers(id, idsOf(added)))
      if (removed.length > 0) unwrapResponse(await groups.removeMembers(id, idsOf(removed)))
      const were = new Set(members.map(({ email }) => email))
      const it = { id, name: group.name }
      for (const { email } of added.filter((one) => !were.has(one.email)))
        await record(request, { action: 'group.join', subject: email, after: it })
      for (const { email } of removed.filter((one) => were.has(one.email)))
        await record(request, { action: 'group.leave', subject: email, before: it })
      return page(id)
    },

    async remove(request: AdministrationRequest, id: string) {
      mayChange()
      const { group } = await page(id)
      unwrapResponse(await groups.remove(id))
      await record(request, {
        action: 'group.delete',
        before: { id, name: group.name, members: group.members },
      })
      return { id, deleted: true as const }
    },
  }
}

async function accountOf({ chatapp }: Pick<GroupsDeps, 'chatapp'>, email: string): Promise<ClientAccount> {
  const account = unwrapResponse(await chatapp.accounts.findByEmail(email))
  if (account) return account
  throw new ApiRefused('invalid', `${normalEmail(email)} has no account, so no membership was changed.`)
}

const idsOf = (accounts: readonly ClientAccount[]): string[] => accounts.map(({ id }) => id)

const groupView = ({ id, name, description, memberCount }: ListedGroup): AdministeredGroup => ({
  id,
  name,
  description,
  members: memberCount,
})
