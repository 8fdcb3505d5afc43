import { randomBytes } from 'node:crypto'
import { ownerIfKnown } from './owner.ts'

/** `log`: events. `progress`: how many events have files. `scratch`: an event file during writing. */
export type JournalFile = 'log' | 'progress' | 'scratch'

/**
 * The name identifies the process that writes the file, so that a later start can detect whether this process has
 * exited.
 */
export const newFileName = (kind: JournalFile): string =>
  `${ownerIfKnown()}-${randomBytes(4).toString('hex')}.${kind}`

export const isOurs = (fileName: string): boolean => /\.(log|progress|scratch)$/.test(fileName)
