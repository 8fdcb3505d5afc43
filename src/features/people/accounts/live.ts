import type { Subject } from '#core/access/subject.ts'
import { refused, type Result } from '#ground/base/result.ts'
import type { ClientAccount } from '#ground/identity/chatapp-client/account.ts'
import type { PeopleRefusal } from '../refusal.ts'
import type { AccountStatus, SignInMethod } from '../schema.ts'
import { isPrimary, personNamed, requireLive, type PersonAccountsDeps, type ChangeAuthor } from './deps.ts'

export interface LiveAccount {
  account: ClientAccount
  status: AccountStatus
  signIn: SignInMethod
  isOrganizationAdmin: boolean
  isPrimary: boolean
}

export async function liveAccount(
  { access, mirror }: Pick<PersonAccountsDeps, 'access' | 'mirror'>,
  account: ClientAccount,
): Promise<LiveAccount> {
  const subject = account.email
  await mirror.applyAccount(account)
  const person = await mirror.find(subject)
  const blocked = (await access.blockedAmong([subject])).has(subject)
  return {
    account,
    status: blocked ? 'blocked' : account.role === 'pending' ? 'pending' : 'active',
    signIn: (person?.sign_in ?? account.signIn) as SignInMethod,
    isOrganizationAdmin: !blocked && (await access.isOrganizationAdmin({ subject })),
    isPrimary: person?.is_primary === 1,
  }
}

/** Serializes work on a person’s account, and reads the account from the web chat first. */
export async function withAccount<T>(
  deps: PersonAccountsDeps,
  text: string,
  work: (subject: Subject, account: ClientAccount) => Promise<Result<T, PeopleRefusal>>,
): Promise<Result<T, PeopleRefusal>> {
  const named = personNamed(text, 'subject')
  if (!named.ok) return named
  return deps.oneByOne(named.value, async () => {
    const live = await requireLive(deps, named.value)
    return live.ok ? work(named.value, live.value) : live
  })
}

/** Like `withAccount`, but only the first administrator may change the first administrator's account. */
export const withReachable = <T>(
  deps: PersonAccountsDeps,
  author: Pick<ChangeAuthor, 'email'>,
  text: string,
  work: (subject: Subject, account: ClientAccount) => Promise<Result<T, PeopleRefusal>>,
): Promise<Result<T, PeopleRefusal>> =>
  withAccount(deps, text, async (subject, account) => {
    if (subject === author.email) return work(subject, account)
    const primary = await isPrimary(deps, subject)
    if (!primary.ok) return primary
    if (primary.value) return refused({ code: 'forbidden', detail: OUT_OF_REACH })
    return work(subject, account)
  })

const OUT_OF_REACH = 'This is the web chat’s first administrator, whose account others can’t change.'
