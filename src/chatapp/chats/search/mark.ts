import { sha256 } from '#ground/base/ids.ts'

/** Prefix of each of a person's words, which separates people in the index. */
export const searchMark = (ownerId: string): string => sha256(ownerId).slice(0, 16)
