import { checkEmail, checkName } from '#chatapp/accounts/rules.ts'
import type { Role } from '#chatapp/accounts/schema.ts'
import type { IdentityProvider } from './provider.ts'

export type Claims = Readonly<Record<string, unknown>>

export interface OpenidPerson {
  issuer: string
  subject: string
  /** Trimmed, lower case; null if missing or invalid. */
  email: string | null
  /** Whether the provider verified the e-mail, or an administrator trusts the provider's e-mails. */
  isEmailVerified: boolean
  name: string
  isNamed: boolean
  /** Null: roles stay unchanged. An empty list removes all. */
  roles: readonly string[] | null
  groups: readonly string[] | null
}

const MAX_GROUPS = 200
const MAX_GROUP_NAME_LENGTH = 200

export function readOpenidPerson(claims: Claims, provider: IdentityProvider): OpenidPerson {
  const { trustEmail, roleClaim, groupsClaim } = provider
  const email = checkEmail(textIn(claims, 'email'))
  const verified = claims['email_verified']
  const groups = groupsClaim === null ? null : valuesAt(claims, groupsClaim)
  const name = nameIn(claims)
  return {
    issuer: textIn(claims, 'iss'),
    subject: textIn(claims, 'sub'),
    email: email.ok ? email.value : null,
    // Some providers send the text `true`.
    isEmailVerified: verified === true || verified === 'true' || (trustEmail && verified === undefined),
    name: name ?? nameOfEmail(claims),
    isNamed: name !== null,
    roles: roleClaim === null ? null : valuesAt(claims, roleClaim),
    groups:
      groups &&
      [...new Set(groups)].filter((group) => group.length <= MAX_GROUP_NAME_LENGTH).slice(0, MAX_GROUPS),
  }
}

export const hasAllClaims = (claims: Claims, { roleClaim, groupsClaim }: IdentityProvider): boolean =>
  ['email', 'name', ...[roleClaim, groupsClaim].flatMap((claim) => claim ?? [])].every(
    (claim) => at(claims, claim) !== undefined,
  )

/** The e-mail and its verification come from one source, because a verification must not apply to another e-mail. */
export function joinedClaims(signed: Claims, more: Claims): Claims {
  const { email: _, email_verified: __, ...rest } = { ...more, ...signed }
  const says = (claims: Claims, name: string) => claims[name] !== undefined
  const isSame = signed['email'] === more['email']
  const source = !says(signed, 'email') || (isSame && !says(signed, 'email_verified')) ? more : signed
  return {
    ...rest,
    ...(says(source, 'email') && { email: source['email'] }),
    ...(says(source, 'email_verified') && { email_verified: source['email_verified'] }),
  }
}

export function missingClaims(
  claims: Claims,
  { roles, groups }: Pick<OpenidPerson, 'roles' | 'groups'>,
  { roleClaim, groupsClaim }: Pick<IdentityProvider, 'roleClaim' | 'groupsClaim'>,
): string[] {
  const missing = (claim: string | null, value: readonly string[] | null, consequence: string) =>
    claim === null || value !== null ? [] : [`${absenceOf(claims, claim)}; ${consequence}.`]
  return [
    ...missing(roleClaim, roles, 'the role is unchanged'),
    ...missing(groupsClaim, groups, 'the groups are unchanged'),
  ]
}

/** If a person has too many groups for a token, providers send `_claim_names` or `hasgroups` instead. */
function absenceOf(claims: Claims, claim: string): string {
  const elsewhere = claims['_claim_names']
  const isElsewhere = typeof elsewhere === 'object' && elsewhere !== null && Object.hasOwn(elsewhere, claim)
  const hasMany = claims['hasgroups'] === true || claims['hasgroups'] === 'true'
  return isElsewhere || hasMany
    ? `The provider left out the claim ${claim}, which is too large for its token`
    : `The provider gave no claim ${claim}`
}

export function isOfAllowedDomain(
  { email, isEmailVerified }: Pick<OpenidPerson, 'email' | 'isEmailVerified'>,
  { allowedDomains }: Pick<IdentityProvider, 'allowedDomains'>,
): boolean {
  if (allowedDomains.length === 0) return true
  return email !== null && isEmailVerified && allowedDomains.includes(email.slice(email.lastIndexOf('@') + 1))
}

/** A pending account with an unverified e-mail stays pending, because grants refer to e-mails. */
export function roleAfter(
  current: Role,
  { roles, isEmailVerified }: Pick<OpenidPerson, 'roles' | 'isEmailVerified'>,
  { roleClaim, adminValues, userValues }: IdentityProvider,
): Role {
  if (roleClaim === null || roles === null || (current === 'pending' && !isEmailVerified)) return current
  const has = (values: readonly string[]) => values.some((value) => roles.includes(value))
  if (has(adminValues)) return 'admin'
  if (has(userValues)) return 'user'
  if (userValues.length > 0) return 'pending'
  return current === 'admin' ? 'user' : current
}

export const firstRole = (
  role: Role,
  { roles, isEmailVerified }: Pick<OpenidPerson, 'roles' | 'isEmailVerified'>,
  { roleClaim, userValues }: Pick<IdentityProvider, 'roleClaim' | 'userValues'>,
): Role =>
  isEmailVerified && !(roleClaim !== null && userValues.length > 0 && roles === null) ? role : 'pending'

/** Names may contain dots: the longest matching name is used. `\\.` escapes a dot. */
function at(claims: Claims, path: string): unknown {
  if (Object.hasOwn(claims, path)) return claims[path]
  return within(
    claims,
    path.split(UNESCAPED_DOT).map((name) => name.replace(ESCAPED_DOT, '.')),
  )
}

const UNESCAPED_DOT = /(?<!\\)\./
const ESCAPED_DOT = /\\+\./g

function within(value: unknown, names: readonly string[]): unknown {
  if (typeof value !== 'object' || value === null) return undefined
  for (let count = names.length; count > 0; count--) {
    const name = names.slice(0, count).join('.')
    if (!Object.hasOwn(value, name)) continue
    const own = (value as Claims)[name]
    const found = count === names.length ? own : within(own, names.slice(count))
    if (found !== undefined) return found
  }
  return undefined
}

function valuesAt(claims: Claims, path: string): string[] | null {
  const claim = at(claims, path)
  if (typeof claim !== 'string' && !Array.isArray(claim)) return null
  const texts = [claim].flat().filter((value) => typeof value === 'string')
  if (texts.length === 0 && claim.length > 0) return null
  return texts.map((value) => value.trim()).filter((value) => value !== '' && !/\p{Cc}/u.test(value))
}

const textIn = (claims: Claims, name: string): string => {
  const value = claims[name]
  return typeof value === 'string' ? value : ''
}

function nameIn(claims: Claims): string | null {
  const whole = [textIn(claims, 'given_name'), textIn(claims, 'family_name')].join(' ')
  return firstName([textIn(claims, 'name'), whole, textIn(claims, 'preferred_username')])
}

const nameOfEmail = (claims: Claims): string =>
  firstName([textIn(claims, 'email').split('@')[0]!]) ?? 'Somebody'

function firstName(candidates: readonly string[]): string | null {
  for (const candidate of candidates) {
    const name = checkName(candidate.replace(/\p{Cc}+/gu, ' ').slice(0, 100))
    if (name.ok) return name.value
  }
  return null
}
