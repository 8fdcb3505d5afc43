import type { SessionIdentity } from '#ground/identity/session.ts'

export type KeyOwner = Pick<SessionIdentity, 'email' | 'userId' | 'key'>
