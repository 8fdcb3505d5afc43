import { isUniqueViolation } from '#ground/store/errors.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Account } from '#chatapp/accounts/account.ts'
import type { Accounts } from '#chatapp/accounts/accounts.ts'
import type { Groups } from '#chatapp/accounts/groups/groups.ts'
import type { Joined, Joining } from '#chatapp/accounts/links/joining.ts'
import type { SiteSettings } from '#chatapp/accounts/settings/settings.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import type { ChatappEvents } from '#chatapp/http/log-events.ts'
import { firstRole, isOfAllowedDomain, roleAfter, type OpenidPerson } from './claims.ts'
import type { createAssignedGroups } from './assigned-groups.ts'
import type { Identities } from './identities.ts'
import type { IdentityProvider } from './provider.ts'
import type { SignInProblem } from './schema.ts'

export type AdmissionRefusal = Extract<
  SignInProblem,
  'blocked' | 'domain_not_allowed' | 'no_email' | 'email_taken' | 'email_not_verified' | 'sign_up_closed'
>

export interface AdmissionParts {
  accounts: Accounts
  identities: Identities
  assignedGroups: ReturnType<typeof createAssignedGroups>
  groups: Pick<Groups, 'add'>
  settings: Pick<SiteSettings, 'read'>
  joining: Joining
  isBlocked(email: string): Promise<boolean>
  endConnectionsOf(accountId: string): Promise<void>
  stopTurnsOf(accountId: string): Promise<void>
  events: Pick<ChatappEvents, 'signedUp' | 'identityLinked' | 'profileFollowed' | 'claimsFollowed'>
}

export interface AdmittedAccount {
  account: Account
  remarks: readonly string[]
}

export const createAdmission =
  (parts: AdmissionParts) =>
  async (
    person: OpenidPerson,
    provider: IdentityProvider,
  ): Promise<Result<AdmittedAccount, AdmissionRefusal>> => {
    if (!isOfAllowedDomain(person, provider)) return refused('domain_not_allowed')
    const found = await accountFor(parts, person, provider)
    if (!found.ok) return found
    const profile = await followProfile(parts, found.value, person, provider)
    if (!profile.ok) return profile
    const { account, remarks } = profile.value
    return accepted({ account: await followClaims(parts, account, person, provider), remarks })
  }

async function accountFor(
  parts: AdmissionParts,
  person: OpenidPerson,
  provider: IdentityProvider,
): Promise<Result<Account, AdmissionRefusal>> {
  const { accounts, identities, isBlocked } = parts
  const known = await identities.accountOf(person)
  if (known) return unlessBlocked(parts, known)
  const { email } = person
  if (email === null) return refused('no_email')
  if (await isBlocked(email)) return refused('blocked')
  const same = await accounts.findByEmail(email)
  if (!same) return signUp(parts, { ...person, email }, provider)
  // A concurrent sign-in may have created the account.
  const made = await identities.accountOf(person)
  if (made) return unlessBlocked(parts, made)
  const linking = { identity: person, providerId: provider.id, mayLink: provider.link }
  if (!(await identities.mayLink(same, linking))) return refused('email_taken')
  return person.isEmailVerified ? link(parts, same, linking) : refused('email_not_verified')
}

const unlessBlocked = async (
  { isBlocked }: Pick<AdmissionParts, 'isBlocked'>,
  account: Account,
): Promise<Result<Account, AdmissionRefusal>> =>
  (await isBlocked(account.email)) ? refused('blocked') : accepted(account)

async function signUp(
  parts: AdmissionParts,
  person: OpenidPerson & { email: string },
  provider: IdentityProvider,
): Promise<Result<Account, AdmissionRefusal>> {
  const { accounts, identities, groups, events } = parts
  const settings = await parts.settings.read()
  const joined = await invitedAs(parts, person)
  if (!joined && !(provider.signUp ?? settings.get('ui.enable_signup'))) return refused('sign_up_closed')
  const role = joined ? 'user' : (provider.defaultRole ?? settings.get('ui.default_user_role'))
  const draft = {
    name: person.name,
    email: person.email,
    password: null,
    role: firstRole(role, person, provider),
    oauth: { [provider.id]: { sub: person.subject } },
  }
  const made = await accounts
    .create(draft, {
      async beside(tx, id) {
        await identities.add(tx, person, id)
        if (joined) await parts.joining.begin(tx, id, joined)
      },
    })
    .catch((error: unknown) => {
      if (error instanceof ChatappRefused && error.code === 'link_gone') return refused('link_gone' as const)
      if (!isUniqueViolation(error)) throw error
      return refused('identity_taken' as const)
    })
  if (!made.ok) {
    if (made.refusal === 'link_gone') return signUp(parts, person, provider) // without the invitation
    if (made.refusal !== 'email_taken' && made.refusal !== 'identity_taken') return refused('no_email')
    // A concurrent sign-in may have created the account.
    const known = await identities.accountOf(person)
    return known ? accepted(known) : refused('email_taken')
  }
  events.signedUp({ account: made.value.id, role: made.value.role })
  if (joined) return accepted(await parts.joining.finish(joined, made.value))
  const groupId = settings.get('ui.default_group_id')
  if (groupId) await groups.add(groupId, [made.value.id])
  return made
}

/** Null without an open invitation of an e-mail that the provider verified. */
async function invitedAs(
  { joining }: Pick<AdmissionParts, 'joining'>,
  { email, isEmailVerified, name }: OpenidPerson & { email: string },
): Promise<Joined | null> {
  const invitation = isEmailVerified ? await joining.find(email) : null
  return invitation && { invitation, name, signIn: 'idp', request: null }
}

async function link(
  { accounts, identities, endConnectionsOf, stopTurnsOf, events }: AdmissionParts,
  account: Account,
  linking: Parameters<Identities['link']>[1],
): Promise<Result<Account, AdmissionRefusal>> {
  if (account.oauth === null) {
    // Must precede `link`, which deletes the rows of the connections.
    await endConnectionsOf(account.id)
    await stopTurnsOf(account.id)
  }
  const linked = await identities.link(account, linking)
  if (!linked.ok) return linked
  const { wasProven } = linked.value
  events.identityLinked({ account: account.id, provider: linking.providerId, wasProven })
  return accepted((await accounts.find(account.id)) ?? account)
}

async function followProfile(
  { accounts, identities, isBlocked, events }: AdmissionParts,
  account: Account,
  person: OpenidPerson,
  provider: IdentityProvider,
): Promise<Result<AdmittedAccount, 'blocked'>> {
  const remarks: string[] = []
  const email = await identities.newEmailOf(account, person)
  if (email !== null) {
    if (await isBlocked(email)) return refused('blocked')
    const moved = await accounts.update(
      account.id,
      { email },
      { beside: (tx) => identities.recordEmail(tx, person, email), movedBy: { provider: provider.id } },
    )
    remarks.push(
      moved.ok
        ? `The e-mail changed from ${account.email} to ${email}.`
        : `The e-mail stays ${account.email}: the provider’s ${email} belongs to another account.`,
    )
    if (moved.ok) events.profileFollowed({ account: account.id, provider: provider.id, fields: 'email' })
  }
  if (person.isNamed && person.name !== account.name) {
    await accounts.update(account.id, { name: person.name })
    events.profileFollowed({ account: account.id, provider: provider.id, fields: 'name' })
  }
  return accepted({ account: (await accounts.find(account.id)) ?? account, remarks })
}

/** The primary administrator keeps the role, so that an administrator always exists. */
async function followClaims(
  parts: AdmissionParts,
  account: Account,
  person: OpenidPerson,
  provider: IdentityProvider,
): Promise<Account> {
  const { accounts, assignedGroups, stopTurnsOf, events } = parts
  const { issuer, roles, groups } = person
  if (roles === null && groups === null) return account
  const isFirst = (await accounts.primaryId()) === account.id
  const role = isFirst ? account.role : roleAfter(account.role, person, provider)
  const isChanged = role !== account.role
  if (isChanged) await accounts.update(account.id, { role })
  if (isChanged && role === 'pending') await stopTurnsOf(account.id)
  if (groups !== null) await assignedGroups.follow({ provider, issuer, accountId: account.id, names: groups })
  const count = groups === null ? null : groups.length
  events.claimsFollowed({ account: account.id, provider: provider.id, role, groups: count })
  return { ...account, role }
}
