import { readFileSync, statSync } from 'node:fs'
import { fetchedAddress } from '#ground/base/network/blocked-port.ts'
import { resolve } from 'node:path'
import { z } from 'zod'
import {
  BadConfiguration,
  flag,
  listVariable,
  parseEnvironment,
  secret,
  type Environment,
} from '#ground/base/environment.ts'
import type { IdentityProvider } from '#chatapp/openid/provider.ts'
import { readChatappAccessConfig } from './chatapp.ts'

const Issuer = fetchedAddress().refine((issuer) => issuer.length <= 500, 'expected at most 500 characters')
/** `clients` is reserved, because paths of connected accounts begin with `/oauth/clients/`. */
const Id = z
  .string()
  .regex(
    /^(?!clients$)[a-z0-9][a-z0-9-]{0,31}$/,
    'expected lower-case letters, digits and -, and not clients',
  )
const Name = z.string().trim().min(1).max(60)
const Scope = z
  .string()
  .max(500)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, 'expected scopes with spaces between')
const Domain = z
  .string()
  .regex(/^[\p{L}\p{N}.-]+$/u, 'expected domains such as example.com, without @')
  .toLowerCase()
const Claim = z.string().min(1).max(200)
const USUAL_SCOPE = 'openid email profile'

export const OpenIdVariables = z.object({
  SVC_PASSWORD_SIGN_IN: flag(true).describe('Allow sign-in and sign-up with passwords'),
  SVC_OIDC_ISSUER: Issuer.optional().describe('Issuer of the OpenID provider'),
  SVC_OIDC_CLIENT_ID: z.string().min(1).max(500).optional().describe('Client id at the provider'),
  SVC_OIDC_CLIENT_SECRET: secret(
    z.string().min(1).max(2000).optional().describe('Client secret at the provider'),
  ),
  SVC_OIDC_ID: Id.default('openid').describe(
    'Id of the provider, in its redirect address `/oauth/<id>/callback`',
  ),
  SVC_OIDC_NAME: Name.default('single sign-on').describe('Name on the sign-in button'),
  SVC_OIDC_SCOPES: Scope.default(USUAL_SCOPE).describe('Requested scopes, separated by spaces'),
  SVC_OIDC_SIGNUP: flag(true)
    .unwrap()
    .optional()
    .describe(
      'Create an account for a person without account who signs in; default: only while sign-up is open',
    ),
  SVC_OIDC_DEFAULT_ROLE: z
    .enum(['pending', 'user'])
    .optional()
    .describe('Role of created accounts; default the value of `SVC_DEFAULT_USER_ROLE`'),
  SVC_OIDC_LINK: flag(false).describe(
    'Link an identity to the existing account with the same e-mail, if the provider verified the e-mail',
  ),
  SVC_OIDC_TRUST_EMAIL: flag(false).describe('Treat e-mails without `email_verified` as verified'),
  SVC_OIDC_ALLOWED_DOMAINS: listVariable()
    .pipe(z.array(Domain))
    .default([])
    .describe('Accepted e-mail domains; default all'),
  SVC_OIDC_ROLE_CLAIM: Claim.optional().describe(
    'Claim with the person’s roles at the provider, such as `realm_access.roles`',
  ),
  SVC_OIDC_ADMIN_VALUES: listVariable()
    .default([])
    .describe('Values of the role claim that make a person administrator of the web chat'),
  SVC_OIDC_USER_VALUES: listVariable()
    .default([])
    .describe('Values of the role claim that make a person a user; default: no value is required'),
  SVC_OIDC_GROUPS_CLAIM: Claim.optional().describe(
    'Claim with the names of the person’s groups, which the web chat creates',
  ),
  SVC_OIDC_SIGN_OUT: flag(false).describe('Signing out also ends the session at the provider'),
  SVC_OIDC_FILE: z.string().optional().describe('JSON file with several providers, mode 0600'),
})

const Entry = z.strictObject({
  id: Id,
  name: Name,
  issuer: Issuer,
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).nullish(),
  scopes: Scope.default(USUAL_SCOPE),
  sign_up: z.boolean().nullish(),
  default_role: z.enum(['pending', 'user']).nullish(),
  link: z.boolean().default(false),
  trust_email: z.boolean().default(false),
  allowed_domains: z.array(Domain).default([]),
  role_claim: Claim.nullish(),
  admin_values: z.array(z.string()).default([]),
  user_values: z.array(z.string()).default([]),
  groups_claim: Claim.nullish(),
  sign_out: z.boolean().default(false),
})

const File = z.strictObject({ providers: z.array(Entry).min(1).max(20) })

export interface OpenIdConfig {
  passwordSignIn: boolean
  providers: readonly IdentityProvider[]
}

/** Null if Open WebUI is the web chat, because it has its own ways to sign in. */
export const readUsedOpenIdConfig = (environment: Environment, hubFolder: string): OpenIdConfig | null =>
  readChatappAccessConfig(environment).kind === 'builtin' ? readOpenIdConfig(environment, hubFolder) : null

export function readOpenIdConfig(environment: Environment, hubFolder: string): OpenIdConfig {
  const env = parseEnvironment(OpenIdVariables, environment)
  const one = providerIn(env, environment)
  const several = env.SVC_OIDC_FILE === undefined ? [] : fileOf(resolve(hubFolder, env.SVC_OIDC_FILE))
  const providers = [
    ...(one ? [checked(one, 'SVC_OIDC_ISSUER')] : []),
    ...several.map((entry) => checked(entry, 'SVC_OIDC_FILE')),
  ]
  const ids = providers.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw bad('SVC_OIDC_FILE', `there are two providers with the id ${twice}`)
  if (!env.SVC_PASSWORD_SIGN_IN && providers.length === 0)
    throw bad('SVC_PASSWORD_SIGN_IN', 'is off, and there is no other way to sign in; set SVC_OIDC_ISSUER')
  return { passwordSignIn: env.SVC_PASSWORD_SIGN_IN, providers }
}

function providerIn(
  env: z.infer<typeof OpenIdVariables>,
  environment: Environment,
): z.infer<typeof Entry> | null {
  const { SVC_OIDC_ISSUER: issuer, SVC_OIDC_CLIENT_ID: clientId } = env
  if (issuer === undefined || clientId === undefined) {
    const set = Object.keys(OpenIdVariables.shape).find(
      (name) => name.startsWith('SVC_OIDC_') && name !== 'SVC_OIDC_FILE' && environment[name],
    )
    if (set === undefined) return null
    throw bad(issuer === undefined ? 'SVC_OIDC_ISSUER' : 'SVC_OIDC_CLIENT_ID', `is missing; ${set} needs it`)
  }
  return {
    id: env.SVC_OIDC_ID,
    name: env.SVC_OIDC_NAME,
    issuer,
    client_id: clientId,
    client_secret: env.SVC_OIDC_CLIENT_SECRET,
    scopes: env.SVC_OIDC_SCOPES,
    sign_up: environment['SVC_OIDC_SIGNUP'] ? env.SVC_OIDC_SIGNUP : null,
    default_role: env.SVC_OIDC_DEFAULT_ROLE,
    link: env.SVC_OIDC_LINK,
    trust_email: env.SVC_OIDC_TRUST_EMAIL,
    allowed_domains: env.SVC_OIDC_ALLOWED_DOMAINS,
    role_claim: env.SVC_OIDC_ROLE_CLAIM,
    admin_values: env.SVC_OIDC_ADMIN_VALUES,
    user_values: env.SVC_OIDC_USER_VALUES,
    groups_claim: env.SVC_OIDC_GROUPS_CLAIM,
    sign_out: env.SVC_OIDC_SIGN_OUT,
  }
}

function fileOf(path: string): z.infer<typeof Entry>[] {
  const refuse = (message: string) => bad('SVC_OIDC_FILE', `${path} ${message}`)
  let text: string
  try {
    const { mode } = statSync(path)
    if ((mode & 0o077) !== 0)
      throw refuse(
        `contains secrets that other users can read (${(mode & 0o777).toString(8)}); run chmod 600`,
      )
    text = new TextDecoder().decode(readFileSync(path)) // removes a byte order mark
  } catch (error) {
    if (error instanceof BadConfiguration) throw error
    throw refuse(`cannot be read (${(error as NodeJS.ErrnoException).code})`)
  }
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch {
    throw refuse('is not JSON') // the parser's message would quote secrets of the file
  }
  const parsed = File.safeParse(value)
  if (parsed.success) return parsed.data.providers
  throw new BadConfiguration(
    parsed.error.issues.map(({ path: place, message }) => ({
      variable: 'SVC_OIDC_FILE',
      message: `${path}: ${place.join('.') || 'the whole'}: ${message}`,
    })),
  )
}

function checked(entry: z.infer<typeof Entry>, variable: IdentityProvider['variable']): IdentityProvider {
  const scopes = new Set(['openid', ...entry.scopes.split(' ').filter(Boolean)])
  return {
    id: entry.id,
    name: entry.name,
    issuer: entry.issuer,
    clientId: entry.client_id,
    clientSecret: entry.client_secret ?? null,
    scope: [...scopes].join(' '),
    signUp: entry.sign_up ?? null,
    defaultRole: entry.default_role ?? null,
    link: entry.link,
    trustEmail: entry.trust_email,
    allowedDomains: entry.allowed_domains,
    roleClaim: entry.role_claim ?? null,
    adminValues: entry.admin_values,
    userValues: entry.user_values,
    groupsClaim: entry.groups_claim ?? null,
    signOut: entry.sign_out,
    variable,
  }
}

const bad = (variable: string, message: string) => new BadConfiguration([{ variable, message }])
