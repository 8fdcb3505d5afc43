import { z } from 'zod'
import { fetchedAddress } from '#ground/base/network/blocked-port.ts'

/** `clients` is reserved, because paths of connected accounts begin with `/oauth/clients/`. */
export const ProviderId = z
  .string()
  .regex(
    /^(?!clients$)[a-z0-9][a-z0-9-]{0,31}$/,
    'expected lower-case letters, digits and -, and not clients',
  )
export const ProviderIssuer = fetchedAddress().refine(
  (issuer) => issuer.length <= 500,
  'expected at most 500 characters',
)
export const ProviderName = z.string().trim().min(1).max(60)
export const ProviderScopes = z
  .string()
  .max(500)
  .regex(/^[\x21\x23-\x5b\x5d-\x7e ]*$/, 'expected scopes with spaces between')
export const EmailDomain = z
  .string()
  .regex(/^[\p{L}\p{N}.-]+$/u, 'expected domains such as example.com, without @')
  .toLowerCase()
export const ClaimName = z.string().min(1).max(200)
export const USUAL_SCOPES = 'openid email profile'

/** Settings of an identity provider, from `SVC_OIDC_FILE` or from the Console. */
export const ProviderSettings = z.strictObject({
  id: ProviderId,
  name: ProviderName,
  issuer: ProviderIssuer,
  client_id: z.string().min(1).max(500),
  client_secret: z.string().min(1).max(2000).nullish(),
  scopes: ProviderScopes.default(USUAL_SCOPES),
  sign_up: z.boolean().nullish(),
  default_role: z.enum(['pending', 'user']).nullish(),
  link: z.boolean().default(false),
  trust_email: z.boolean().default(false),
  allowed_domains: z.array(EmailDomain).default([]),
  role_claim: ClaimName.nullish(),
  admin_values: z.array(z.string()).default([]),
  user_values: z.array(z.string()).default([]),
  groups_claim: ClaimName.nullish(),
  sign_out: z.boolean().default(false),
})
export type ProviderSettings = z.output<typeof ProviderSettings>
