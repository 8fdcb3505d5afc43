import type { Generated } from 'kysely'

export interface IdentityTables {
  chatapp_identities: ChatappIdentities
  chatapp_given_groups: ChatappGivenGroups
}

interface ChatappIdentities {
  issuer: string
  /** Id that the provider never reuses. */
  subject: string
  user_id: string
  /** 1 if the provider had verified the email address when the identity was linked to the account. */
  is_vouched: number
  created_at: number
  email: Generated<string | null>
}

interface ChatappGivenGroups {
  issuer: string
  name: string
  group_id: string
}
