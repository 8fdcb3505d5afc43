import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { FolderBlobsOptions } from './folder.ts'

interface DataPlace {
  /** Absolute. */
  dataFolder: string
}

/** Owner of the bytes, and their folder on a single machine. */
export interface BlobArea extends FolderBlobsOptions {
  area: 'artifacts' | 'chat-files' | 'agent-files' | 'hub-files'
}

/** People's attachments in the web chat. */
export const chatFilesIn = ({ dataFolder }: DataPlace): BlobArea => ({
  area: 'chat-files',
  folder: join(dataFolder, 'chatapp/files'),
})

/** Contents of artifacts, in a folder that several bridges may use. */
export const artifactsIn = ({ dataFolder }: DataPlace, { now }: Pick<Clock, 'now'>): BlobArea => ({
  area: 'artifacts',
  folder: join(dataFolder, 'artifacts'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

/** Files of chats as a Hub's agent has them, in a folder that several bridges may use. */
export const agentFilesIn = ({ dataFolder }: DataPlace, { now }: Pick<Clock, 'now'>): BlobArea => ({
  area: 'agent-files',
  folder: join(dataFolder, 'agent-files'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

/** Files of published versions of Hubs. */
export const hubFilesIn = ({ dataFolder }: DataPlace, { now }: Pick<Clock, 'now'>): BlobArea => ({
  area: 'hub-files',
  folder: join(dataFolder, 'hub-files'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

/** A file without a write for this long is an abandoned upload. */
const UNFINISHED_MS = 60 * 60_000
