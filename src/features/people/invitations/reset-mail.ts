import { isBlocked } from '#core/access/is-blocked.ts'
import type { Subject } from '#core/access/subject.ts'
import { queueMail } from '#ground/identity/account-links/outbox.ts'
import { findResettable } from '#ground/identity/account-links/resettable.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Language } from '#ground/turn/language/language.ts'
import { accountChange, type ChangeAuthor, type PersonAccountsDeps } from '../accounts/deps.ts'
import { withAccount } from '../accounts/live.ts'
import type { PeopleRefusal } from '../refusal.ts'
import type { InvitationsDeps } from './invitations.ts'
import { describeProblem } from './problem.ts'

interface ResetMailDeps extends PersonAccountsDeps, Pick<InvitationsDeps, 'mails' | 'problem'> {
  takesPasswords(): Promise<boolean>
}

/** The person gets the same mail as after *Forgot password?*. */
export function queueResetMail(
  deps: ResetMailDeps,
  author: ChangeAuthor,
  { subject: text, language }: { subject: string; language: Language },
): Promise<Result<Subject, PeopleRefusal>> {
  return withAccount(deps, text, async (subject, account) => {
    const problem = await deps.problem()
    if (problem !== null) return refused({ code: 'forbidden', detail: describeProblem(problem) })
    if (!(await deps.takesPasswords())) return refused({ code: 'forbidden', detail: NO_PASSWORDS })
    const { store, clock, changes } = deps
    if ((await findResettable({ store, isBlocked: (email) => isBlocked(store, email) }, subject)) === null) {
      const signIn = (await deps.mirror.find(subject))?.chosen_sign_in ?? account.signIn
      return refused(signIn === 'idp' ? { code: 'idp_managed' } : { code: 'forbidden', detail: NOT_OPEN })
    }
    await store.transaction(async (tx) => {
      await queueMail(tx, { kind: 'reset', email: subject, language }, clock.now())
      await changes.append(tx, [accountChange(deps, author, { action: 'account.reset_mail', subject })])
    })
    deps.mails.wake()
    return accepted(subject)
  })
}

const NO_PASSWORDS = 'Sign-in with passwords is off (SVC_PASSWORD_SIGN_IN), so no link was sent.'
const NOT_OPEN = 'This person is blocked or waits for approval, so no link was sent.'
