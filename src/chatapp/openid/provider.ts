/** An identity provider that people sign in at, as it was set up. */
export interface IdentityProvider {
  /** Part of its addresses here. */
  id: string
  /** Name for people. */
  name: string
  /** As the provider itself spells it. */
  issuer: string
  clientId: string
  /** Null for a client without one. */
  clientSecret: string | null
  /** With spaces between. */
  scope: string
  /** Whether it may make accounts; null leaves that to whether people may sign up at all. */
  signUp: boolean | null
  /** Role of accounts that it makes; null leaves that to the web chat's settings. */
  defaultRole: 'pending' | 'user' | null
  /** Whether the owner of an e-mail, by the provider's claim, gets the account of that e-mail. */
  link: boolean
  /** Treat its e-mails as verified, even without its claim. */
  trustEmail: boolean
  /** Parts of e-mails behind the `@`, in lower case; empty allows all. */
  allowedDomains: readonly string[]
  /** Claim that names roles; null leaves roles alone. */
  roleClaim: string | null
  adminValues: readonly string[]
  /** Without any, everybody it lets in may chat. */
  userValues: readonly string[]
  /** Claim that names groups; null leaves groups alone. */
  groupsClaim: string | null
  /** Whether signing out continues at the provider. */
  signOut: boolean
  /** The variable that sets it up. */
  variable: 'SVC_OIDC_ISSUER' | 'SVC_OIDC_FILE'
}

/** As administrators may see it. */
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
