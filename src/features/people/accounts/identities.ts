import type { Subject } from '#core/access/subject.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { AccountIdentity } from '#ground/identity/chatapp-client/accounts.ts'
import { chatappRefusal, type PeopleRefusal } from '../refusal.ts'
import { recordAccountChange, type PersonAccountsDeps, type ChangeAuthor } from './deps.ts'
import { withAccount, withReachable } from './live.ts'

export const readIdentities = (
  deps: PersonAccountsDeps,
  text: string,
): Promise<Result<AccountIdentity[], PeopleRefusal>> =>
  withAccount(deps, text, async (_, account) => {
    const found = await deps.chat.identities(account.id)
    return found.ok ? found : refused(chatappRefusal(found.refusal))
  })

/** Afterwards, the next verified identity with the account's e-mail can sign in. */
export const releaseIdentity = (
  deps: PersonAccountsDeps,
  author: ChangeAuthor,
  { subject: text, issuer }: { subject: string; issuer: string },
): Promise<Result<Subject, PeopleRefusal>> =>
  withReachable(deps, author, text, async (subject, account) => {
    const held = await deps.chat.identities(account.id)
    if (!held.ok) return refused(chatappRefusal(held.refusal))
    const released = held.value.filter((identity) => identity.issuer === issuer)
    if (released.length === 0) return refused({ code: 'not_found', identity: issuer })
    const answer = await deps.chat.releaseIdentity(account.id, issuer)
    if (!answer.ok) return refused(chatappRefusal(answer.refusal))
    const before = { issuer, subjects: released.map((identity) => identity.subject) }
    await recordAccountChange(deps, author, { action: 'account.identity', subject, before })
    return accepted(subject)
  })
