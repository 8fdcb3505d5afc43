import type { Identity } from '#ground/identity/session.ts'

/** The owner of the key of a request. */
export type KeyOwner = Pick<Identity, 'email' | 'userId' | 'key'>
