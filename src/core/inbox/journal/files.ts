import { randomBytes } from 'node:crypto'
import { ownerIfKnown } from './owner.ts'

/**
 * Kinds of files in the journal folder: `log` holds events, `progress` counts those with event files, `scratch` is an
 * event file during writing.
 */
export type JournalFile = 'log' | 'progress' | 'scratch'

/** A unique name with the owner, so that a later start can detect whether the writer has exited. */
export const newFileName = (kind: JournalFile): string =>
  `${ownerIfKnown()}-${randomBytes(4).toString('hex')}.${kind}`

export const isOurs = (fileName: string): boolean => /\.(log|progress|scratch)$/.test(fileName)
