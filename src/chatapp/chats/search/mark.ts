import { sha256 } from '#ground/base/ids.ts'

/** Prefix of a person's index terms, so that a query reads only this person's range. */
export const searchMark = (ownerId: string): string => sha256(ownerId).slice(0, 16)
