export interface AccountMailWords {
  subject: string
  /** Paragraphs above the link. */
  before: readonly string[]
  /** Label of the link; empty for a mail without link. */
  act: string
  /** Paragraphs below the link. */
  after: readonly string[]
}

export interface InvitationFacts {
  /** Host of the service's public address. */
  host: string
  /** E-mail of the person who invites. */
  invitedBy: string
  /** Last day of the invitation, in the language of the mail. */
  until: string
}

export interface AccountWords {
  invitation(facts: InvitationFacts): AccountMailWords
  reset(host: string): AccountMailWords
  passwordChanged(host: string): AccountMailWords
  /** Above the address of the link. */
  orOpen: string
}
