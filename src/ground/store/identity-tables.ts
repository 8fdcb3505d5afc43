import type { Generated } from 'kysely'

/** Tables of signing in at identity providers, in the built-in web chat. Times are epoch seconds. */
export interface IdentityTables {
  chatapp_identities: ChatappIdentities
  chatapp_given_groups: ChatappGivenGroups
}

/** Who somebody is at an identity provider. */
interface ChatappIdentities {
  issuer: string
  /** Never given to anybody else there. */
  subject: string
  user_id: string
  /** 1 if the provider said that the account's e-mail is the person's own when the two were brought together. */
  is_vouched: number
  created_at: number
  /** The e-mail that the account last took from this identity; null where that is not known. */
  email: Generated<string | null>
}

/** A group that is what an identity provider says. */
interface ChatappGivenGroups {
  issuer: string
  /** As the provider calls it. */
  name: string
  group_id: string
}
