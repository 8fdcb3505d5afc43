/** An identity provider, as configured. */
export interface IdentityProvider {
  /** Part of URLs. */
  id: string
  name: string
  /** Exactly as in the provider's metadata. */
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** Separated by spaces. */
  scope: string
  /** Sign-ins may create accounts; null: the site's setting decides. */
  signUp: boolean | null
  /** Of new accounts; null: the site's setting decides. */
  defaultRole: 'pending' | 'user' | null
  /** Link people to the existing account with the same verified e-mail. */
  link: boolean
  /** Treat e-mails as verified if the provider sends no `email_verified`. */
  trustEmail: boolean
  /** Lower case; empty permits all. */
  allowedDomains: readonly string[]
  /** Null: roles are not changed. */
  roleClaim: string | null
  adminValues: readonly string[]
  /** Roles that may chat; empty: everyone. */
  userValues: readonly string[]
  /** Null: groups are not changed. */
  groupsClaim: string | null
  /** Signing out also ends the session at the provider. */
  signOut: boolean
  variable: 'SVC_OIDC_ISSUER' | 'SVC_OIDC_FILE'
}

/** Excludes secrets. */
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
