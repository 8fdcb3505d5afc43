import type { ConsoleCaller } from '#ground/api/console-app.ts'

/** The rights on which a person's list depends. */
export type AttentionReader = Pick<ConsoleCaller, 'email' | 'userId' | 'isOrganizationAdmin' | 'manages'>
