import { checkEmail, checkName } from '#chatapp/accounts/rules.ts'
import type { Role } from '#chatapp/accounts/schema.ts'
import type { IdentityProvider } from './provider.ts'

export type Claims = Readonly<Record<string, unknown>>

/** Somebody as their identity provider describes them. */
export interface Person {
  issuer: string
  subject: string
  /** As accounts have it; null when there is none that could be one's. */
  email: string | null
  /** Whether the e-mail is the person's own, by the provider's word or an administrator's about all of its e-mails. */
  isVouched: boolean
  name: string
  roles: readonly string[]
  groups: readonly string[]
}

const MOST_GROUPS = 200
const LONGEST_GROUP = 200

/** @param claims Of an ID token that was checked, and of what the provider says besides. */
export function personOf(claims: Claims, provider: IdentityProvider): Person {
  const { trustEmail, roleClaim, groupsClaim } = provider
  const email = checkEmail(textIn(claims, 'email'))
  const verified = claims['email_verified']
  const groups = groupsClaim === null ? [] : valuesAt(claims, groupsClaim)
  return {
    issuer: textIn(claims, 'iss'),
    subject: textIn(claims, 'sub'),
    email: email.ok ? email.value : null,
    isVouched: verified === true || (trustEmail && verified === undefined),
    name: nameIn(claims),
    roles: roleClaim === null ? [] : valuesAt(claims, roleClaim),
    groups: [...new Set(groups)].filter((name) => name.length <= LONGEST_GROUP).slice(0, MOST_GROUPS),
  }
}

/** Whether everything is there that is wanted of this provider; else it is asked for more. */
export const isWhole = (claims: Claims, { roleClaim, groupsClaim }: IdentityProvider): boolean =>
  ['email', 'name', ...[roleClaim, groupsClaim].flatMap((claim) => claim ?? [])].every(
    (claim) => at(claims, claim) !== undefined,
  )

/** Whether an e-mail is one of those that this provider may sign in. */
export function isOfAllowedDomain(
  { email, isVouched }: Pick<Person, 'email' | 'isVouched'>,
  { allowedDomains }: Pick<IdentityProvider, 'allowedDomains'>,
): boolean {
  if (allowedDomains.length === 0) return true
  return email !== null && isVouched && allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/**
 * The role that claims give an account; what it has now where they say nothing of roles.
 *
 * Nobody whose e-mail is not known to be theirs is let in by them alone: grants are made to e-mails.
 */
export function roleAfter(
  current: Role,
  { roles, isVouched }: Pick<Person, 'roles' | 'isVouched'>,
  { roleClaim, adminValues, userValues }: IdentityProvider,
): Role {
  if (roleClaim === null || (current === 'pending' && !isVouched)) return current
  const has = (values: readonly string[]) => values.some((value) => roles.includes(value))
  if (has(adminValues)) return 'admin'
  if (has(userValues)) return 'user'
  if (userValues.length > 0) return 'pending'
  return current === 'admin' ? 'user' : current
}

/** A claim by its name, or by a way through objects such as `realm_access.roles`. */
function at(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  let found: unknown = claims
  for (const name of path.split('.')) {
    if (typeof found !== 'object' || found === null || !Object.hasOwn(found, name)) return undefined
    found = (found as Claims)[name]
  }
  return found
}

/** Texts of a claim that is one or a list of them. */
const valuesAt = (claims: Claims, path: string): string[] =>
  [at(claims, path)]
    .flat()
    .filter((value) => typeof value === 'string')
    .map((value) => value.trim())
    .filter((value) => value !== '' && !/\p{Cc}/u.test(value))

const textIn = (claims: Claims, name: string): string => {
  const value = claims[name]
  return typeof value === 'string' ? value : ''
}

function nameIn(claims: Claims): string {
  const whole = [textIn(claims, 'given_name'), textIn(claims, 'family_name')].join(' ')
  const candidates = [textIn(claims, 'name'), whole, textIn(claims, 'preferred_username')]
  for (const candidate of [...candidates, textIn(claims, 'email').split('@')[0]!]) {
    const name = checkName(candidate.replace(/\p{Cc}+/gu, ' ').slice(0, 100))
    if (name.ok) return name.value
  }
  return 'Somebody'
}
