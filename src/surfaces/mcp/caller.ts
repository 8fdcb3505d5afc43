import type { Identity } from '#ground/identity/session.ts'

/** The owner of the key a request came with. */
export type KeyOwner = Pick<Identity, 'email' | 'userId' | 'key'>
