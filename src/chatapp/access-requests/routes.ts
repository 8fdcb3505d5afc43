import type { Clock } from '#ground/base/clock.ts'
import { createRateLimit } from '#ground/base/rate-limit.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import type { StoredAccessRequest, AccessRequests } from './access-requests.ts'
import { requestAccess, listAccessRequests, markDecisionsShown } from './contract.ts'
import type { AccessRequestView } from './schema.ts'

export interface AccessRequestRouteParts {
  accessRequests: AccessRequests
  clock: Clock
  isOpenTo(account: Account, id: string): Promise<boolean>
}

export function accessRequestRoutes(app: App, parts: AccessRequestRouteParts): void {
  const { accessRequests, clock, isOpenTo } = parts
  const asking = createRateLimit({ attempts: 20, windowSeconds: 3600, clock })

  app.handle(listAccessRequests, async ({ visitor: { account } }) =>
    (await accessRequests.list(account.id)).map(requestView),
  )
  app.handle(requestAccess, async ({ visitor: { account }, body: { id, note } }) => {
    const wait = asking.consume(account.id)
    if (wait > 0) throw new ChatappRefused('rate_limited', { 'retry-after': String(wait) })
    if (await isOpenTo(account, id)) throw new ChatappRefused('agent_open')
    return requestView(unwrapChatapp(await accessRequests.ask(account.id, { hub: id, note })))
  })
  app.handle(markDecisionsShown, async ({ visitor: { account } }) => {
    await accessRequests.markDecisionsShown(account.id)
    return true
  })
}

const requestView = ({
  hub,
  note,
  state,
  askedAt,
  decidedAt,
  isDecisionShown,
}: StoredAccessRequest): AccessRequestView => ({
  id: hub,
  note,
  state,
  asked_at: askedAt,
  decided_at: decidedAt,
  is_told: isDecisionShown,
})
