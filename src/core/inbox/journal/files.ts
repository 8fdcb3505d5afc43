import { randomBytes } from 'node:crypto'
import { ownerIfKnown } from './owner.ts'

/**
 * Kinds of files in the folder of journals: events on their way to the disk, how many of them have their files, and such a
 * file while it is written.
 */
export type JournalFile = 'log' | 'progress' | 'scratch'

/** A unique name, by which a later start can tell whether its writer has exited. */
export const newFileName = (kind: JournalFile): string =>
  `${ownerIfKnown()}-${randomBytes(4).toString('hex')}.${kind}`

export const isOurs = (fileName: string): boolean => /\.(log|progress|scratch)$/.test(fileName)
