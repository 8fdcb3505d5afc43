export interface IdentityProvider {
  id: string
  name: string
  /** Exactly as in the provider's metadata. */
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** Separated by spaces. */
  scope: string
  /** Whether sign-ins may create accounts; null: the site's setting decides. */
  signUp: boolean | null
  /** Role of new accounts; null: the site's setting decides. */
  defaultRole: 'pending' | 'user' | null
  /** Whether to link people to the existing account with the same verified e-mail. */
  link: boolean
  /** Whether e-mails count as verified if the provider sends no `email_verified`. */
  trustEmail: boolean
  /** Domains of permitted e-mails, lower case; empty permits all. */
  allowedDomains: readonly string[]
  roleClaim: string | null
  adminValues: readonly string[]
  /** Values of the role claim that allow a person to chat; empty: everyone may chat. */
  userValues: readonly string[]
  groupsClaim: string | null
  signOut: boolean
  /** Null if an administrator set the provider up in the Console. */
  variable: 'SVC_OIDC_ISSUER' | 'SVC_OIDC_FILE' | null
}

/** Reads the providers at each use, because an administrator may change them at any time. */
export type ReadProviders = () => Promise<readonly IdentityProvider[]>

export const setUpView = (provider: IdentityProvider) => ({
  id: provider.id,
  name: provider.name,
  issuer: provider.issuer,
  client_id: provider.clientId,
  has_secret: provider.clientSecret !== null,
  scope: provider.scope,
  sign_up: provider.signUp,
  default_role: provider.defaultRole,
  link: provider.link,
  allowed_domains: [...provider.allowedDomains],
  role_claim: provider.roleClaim,
  groups_claim: provider.groupsClaim,
  variable: provider.variable,
})
