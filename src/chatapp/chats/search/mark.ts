import { sha256 } from '#ground/base/ids.ts'

/** Stands before each of somebody's words, so that the index holds everybody's apart. */
export const markOf = (ownerId: string): string => sha256(ownerId).slice(0, 16)
