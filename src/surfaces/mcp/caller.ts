import type { SessionIdentity } from '#ground/identity/session.ts'

/** The owner of the key of a request. */
export type KeyOwner = Pick<SessionIdentity, 'email' | 'userId' | 'key'>
