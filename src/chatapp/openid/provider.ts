/** Configuration of an identity provider. */
export interface IdentityProvider {
  /** Part of the provider's URLs in the web chat. */
  id: string
  name: string
  /** Exactly as in the provider's metadata. */
  issuer: string
  clientId: string
  /** Null for a public client. */
  clientSecret: string | null
  /** Separated by spaces. */
  scope: string
  /** True if sign-ins may create accounts; null: the site's sign-up setting decides. */
  signUp: boolean | null
  /** Role of new accounts; null: the site's setting decides. */
  defaultRole: 'pending' | 'user' | null
  /** True: link a person to the existing account with the same verified e-mail. */
  link: boolean
  /** True: treat e-mails as verified if the provider sends no `email_verified`. */
  trustEmail: boolean
  /** Permitted e-mail domains in lower case; empty permits all. */
  allowedDomains: readonly string[]
  /** Claim with roles; null: roles are not changed. */
  roleClaim: string | null
  adminValues: readonly string[]
  /** Role values of people who may chat; empty: everyone. */
  userValues: readonly string[]
  /** Claim with groups; null: groups are not changed. */
  groupsClaim: string | null
  /** True: signing out also ends the session at the provider. */
  signOut: boolean
  /** Environment variable that configures the provider. */
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
