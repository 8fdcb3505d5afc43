import { readFileSync, statSync } from 'node:fs'
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
import {
  ClaimName,
  EmailDomain,
  ProviderId,
  ProviderIssuer,
  ProviderName,
  ProviderScopes,
  ProviderSettings,
  USUAL_SCOPES,
} from '#ground/identity/schema.ts'
import type { IdentityProvider } from '#chatapp/openid/provider.ts'
import { readBridgeConfig } from './bridge.ts'
import { readChatappAccessConfig } from './chatapp.ts'

export const OpenIdVariables = z.object({
  SVC_PASSWORD_SIGN_IN: flag(true).describe('Allow sign-in and sign-up with passwords'),
  SVC_OIDC_ISSUER: ProviderIssuer.optional().describe('Issuer of the OpenID provider'),
  SVC_OIDC_CLIENT_ID: z.string().min(1).max(500).optional().describe('Client id at the provider'),
  SVC_OIDC_CLIENT_SECRET: secret(
    z.string().min(1).max(2000).optional().describe('Client secret at the provider'),
  ),
  SVC_OIDC_ID: ProviderId.default('openid').describe(
    'Id of the provider, in its redirect address `/oauth/<id>/callback`',
  ),
  SVC_OIDC_NAME: ProviderName.default('single sign-on').describe('Name on the sign-in button'),
  SVC_OIDC_SCOPES: ProviderScopes.default(USUAL_SCOPES).describe('Requested scopes, separated by spaces'),
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
    .pipe(z.array(EmailDomain))
    .default([])
    .describe('Accepted e-mail domains; default all'),
  SVC_OIDC_ROLE_CLAIM: ClaimName.optional().describe(
    'Claim with the person’s roles at the provider, such as `realm_access.roles`',
  ),
  SVC_OIDC_ADMIN_VALUES: listVariable()
    .default([])
    .describe('Values of the role claim that make a person administrator of the web chat'),
  SVC_OIDC_USER_VALUES: listVariable()
    .default([])
    .describe('Values of the role claim that make a person a user; default: no value is required'),
  SVC_OIDC_GROUPS_CLAIM: ClaimName.optional().describe(
    'Claim with the names of the person’s groups, which the web chat creates',
  ),
  SVC_OIDC_SIGN_OUT: flag(false).describe('Signing out also ends the session at the provider'),
  SVC_OIDC_FILE: z.string().optional().describe('JSON file with several providers, mode 0600'),
})

const File = z.strictObject({ providers: z.array(ProviderSettings).min(1).max(20) })

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
    ...(one ? [identityProviderOf(one, 'SVC_OIDC_ISSUER')] : []),
    ...several.map((entry) => identityProviderOf(entry, 'SVC_OIDC_FILE')),
  ]
  const ids = providers.map(({ id }) => id)
  const twice = ids.find((id, index) => ids.indexOf(id) !== index)
  if (twice !== undefined) throw bad('SVC_OIDC_FILE', `there are two providers with the id ${twice}`)
  if (!env.SVC_PASSWORD_SIGN_IN && providers.length === 0 && !readBridgeConfig(environment).consoleSetup)
    throw noOtherWay('set SVC_OIDC_ISSUER')
  return { passwordSignIn: env.SVC_PASSWORD_SIGN_IN, providers }
}

function providerIn(env: z.infer<typeof OpenIdVariables>, environment: Environment): ProviderSettings | null {
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

function fileOf(path: string): ProviderSettings[] {
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

/** @param variable Null for a provider that was set up in the Console */
export function identityProviderOf(
  entry: ProviderSettings,
  variable: IdentityProvider['variable'],
): IdentityProvider {
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

/** With `SVC_CONSOLE_SETUP`, the providers in the database are another way to sign in. @throws BadConfiguration */
export function checkWaysIn(
  { passwordSignIn, providers }: OpenIdConfig,
  stored: readonly IdentityProvider[],
): void {
  if (!passwordSignIn && providers.length + stored.length === 0)
    throw noOtherWay('remove it, set up a provider in the Console, and set it again')
}

const noOtherWay = (remedy: string) =>
  bad('SVC_PASSWORD_SIGN_IN', `is off, and there is no other way to sign in; ${remedy}`)

const bad = (variable: string, message: string) => new BadConfiguration([{ variable, message }])
