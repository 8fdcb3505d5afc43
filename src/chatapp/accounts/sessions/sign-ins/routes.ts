import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { unwrapChatapp } from '#chatapp/http/refused.ts'
import type { Accounts } from '../../accounts.ts'
import { findEditableAccount } from '../../find-editable-account.ts'
import type { App } from '../app.ts'
import { ownerOf } from '../owner.ts'
import { endOtherSessions, endSession, endSessionsOfUser, listSessions } from './contract.ts'
import type { SignInEntryRow, AccountSignIns } from './sign-ins.ts'

export interface SignInHistoryRouteParts {
  accounts: Pick<Accounts, 'find' | 'primaryId'>
  signIns: AccountSignIns
  events: Pick<ChatappEvents, 'sessionsEnded'>
}

export function signInHistoryRoutes(app: App, { accounts, signIns, events }: SignInHistoryRouteParts): void {
  app.handle(listSessions, async ({ visitor }) => {
    const { id } = ownerOf(visitor)
    const { sessionId } = visitor
    const { signIns: found, total } = await signIns.list(id, sessionId)
    return { items: found.map((one) => sessionView(one, sessionId)), total }
  })

  app.handle(endSession, async ({ visitor, params }) => {
    const { id } = ownerOf(visitor)
    unwrapChatapp(await signIns.end(id, params.id))
    events.sessionsEnded({ account: id, by: id, count: 1 })
    return true
  })

  app.handle(endOtherSessions, async ({ visitor }) => {
    const { id } = ownerOf(visitor)
    const ended = await signIns.endAll(id, visitor.sessionId)
    events.sessionsEnded({ account: id, by: id, count: ended })
    return { ended }
  })

  app.handle(endSessionsOfUser, async ({ visitor: { account: actor, sessionId }, params: { id } }) => {
    await findEditableAccount(accounts, actor.id, id)
    const ended = await signIns.endAll(id, actor.id === id ? sessionId : null)
    events.sessionsEnded({ account: id, by: actor.id, count: ended })
    return { ended }
  })
}

const sessionView = (one: SignInEntryRow, current: string | null) => ({
  id: one.id,
  program: one.program,
  system: one.system,
  address: one.address,
  created_at: one.createdAt,
  last_seen_at: one.lastSeenAt,
  expires_at: one.expiresAt,
  is_current: one.id === current,
})
