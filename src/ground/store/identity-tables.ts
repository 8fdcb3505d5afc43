import type { Generated } from 'kysely'

/** Tables of signing in at identity providers, in the built-in web chat. Times are epoch seconds. */
export interface IdentityTables {
  chatapp_identities: ChatappIdentities
  chatapp_given_groups: ChatappGivenGroups
}

/** A person's identity at an identity provider. */
interface ChatappIdentities {
  issuer: string
  /** Never given to anybody else there. */
  subject: string
  user_id: string
  /** 1 if the provider had verified the account's e-mail when the two were linked. */
  is_vouched: number
  created_at: number
  /** The e-mail that the account last took from this identity; null where that is not known. */
  email: Generated<string | null>
}

/** A group managed by an identity provider. */
interface ChatappGivenGroups {
  issuer: string
  /** As the provider calls it. */
  name: string
  group_id: string
}
