import type { Access } from '#core/access/access.ts'
import { USE_HUB } from '#core/access/permission.ts'
import { describePolicyRefusal } from '#core/access/refusal.ts'
import type { ConsoleCaller, ConsoleFeature } from '#ground/api/console-app.ts'
import { ApiRefused, unwrap } from '#ground/api/errors.ts'
import { requireManaged } from '#ground/api/managed.ts'
import { declineAccess, giveAccess, listAccessRequests } from './contract.ts'
import { createAccessRequestList, type ListedAccessRequest, type RequestsDeps } from './requests.ts'
import type { HubAccessRequestView } from './schema.ts'

export interface AccessRequestsFeatureDeps extends RequestsDeps {
  access: Pick<Access, 'grant' | 'grantable' | 'decide'>
  onChange(): void
  events: { accessDeclined(e: { request: string; hub: string; by: string }): void }
}

export const accessRequestsFeature = (deps: AccessRequestsFeatureDeps): ConsoleFeature => ({
  routes(app) {
    const requests = createAccessRequestList(deps)
    const { access } = deps

    const isOpen = async ({ email, hub, state }: ListedAccessRequest) => {
      if (state !== 'asked') return true
      const { allowed, reason } = await access.decide({ email }, hub, USE_HUB)
      return !allowed && reason !== 'blocked'
    }
    const find = async ({ manages }: ConsoleCaller, id: string) => {
      const found = await requests.find(manages, id)
      if (!found) throw new ApiRefused('not_found', 'There is no such request that you may decide.')
      return found
    }
    const view = async (
      caller: ConsoleCaller,
      request: ListedAccessRequest,
    ): Promise<HubAccessRequestView> => {
      const grantable = await access.grantable({ subject: caller.email }, request.hub)
      return viewOf(request, grantable === 'all' || grantable.includes(USE_HUB))
    }

    app.handle(listAccessRequests, async ({ caller, query: { hub, ...query } }) => {
      if (hub !== undefined) requireManaged(caller, hub)
      const { items, total } = await requests.list(hub === undefined ? caller.manages : [hub], query)
      const open = await Promise.all(items.map(isOpen))
      const shown = items.filter((_, index) => open[index])
      return {
        items: await Promise.all(shown.map((request) => view(caller, request))),
        total: total - (items.length - shown.length),
        offset: query.offset,
        limit: query.limit,
      }
    })

    app.handle(giveAccess, async ({ caller, params: { id } }) => {
      const { state, email, hub } = await find(caller, id)
      if (state === 'declined') throw new ApiRefused('stale_plan', DECIDED)
      const context = { actor: { subject: caller.email }, request: id, reason: 'asked for access' }
      if (state === 'asked')
        unwrap(
          await access.grant(context, { subject: email, hub, permission: USE_HUB }),
          describePolicyRefusal,
        )
      await requests.give(id, caller.email)
      deps.onChange()
      return view(caller, await find(caller, id))
    })

    app.handle(declineAccess, async ({ caller, params: { id } }) => {
      const { hub } = await find(caller, id)
      await requests.decline(id, caller.email)
      const decided = await find(caller, id)
      if (decided.state !== 'declined') throw new ApiRefused('stale_plan', DECIDED)
      deps.events.accessDeclined({ request: id, hub, by: caller.userId })
      return view(caller, decided)
    })
  },
})

const DECIDED = 'Somebody else decided this request already. Load the list again.'

const viewOf = (request: ListedAccessRequest, canGive: boolean): HubAccessRequestView => ({
  id: request.id,
  hub: request.hub,
  email: request.email,
  name: request.name,
  note: request.note,
  state: request.state as HubAccessRequestView['state'],
  asked_at: timeOf(request.asked_at),
  decided_at: request.decided_at === null ? null : timeOf(request.decided_at),
  decided_by: request.decided_by,
  can_give: canGive,
})

const timeOf = (seconds: number): string => new Date(seconds * 1000).toISOString()
