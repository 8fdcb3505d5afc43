import type { Generated } from 'kysely'

/** Tables of identity providers, in the built-in web chat. `Tables` documents the conventions. */
export interface IdentityTables {
  chatapp_identities: ChatappIdentities
  chatapp_given_groups: ChatappGivenGroups
}

/** A person's identity at an identity provider. */
interface ChatappIdentities {
  issuer: string
  /** Id that the provider never reuses for another person. */
  subject: string
  user_id: string
  /** 1 if the provider had verified the account's email address when both were linked. */
  is_vouched: number
  created_at: number
  /** Email address that the account last took over from the identity; null if unknown. */
  email: Generated<string | null>
}

/** A group whose members an identity provider determines. */
interface ChatappGivenGroups {
  issuer: string
  /** Group name at the provider. */
  name: string
  group_id: string
}
