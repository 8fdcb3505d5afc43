import { join } from 'node:path'
import type { Clock } from '#ground/base/clock.ts'
import type { FolderBlobsOptions } from './folder.ts'

interface DataFolderOptions {
  /** Absolute path. */
  dataFolder: string
}

export interface BlobArea extends FolderBlobsOptions {
  area: 'artifacts' | 'chat-files' | 'agent-files' | 'hub-files'
}

export const chatFilesIn = ({ dataFolder }: DataFolderOptions): BlobArea => ({
  area: 'chat-files',
  folder: join(dataFolder, 'chatapp/files'),
})

/** Several bridges may use the folder, so only old temporary files are deleted. */
export const artifactsIn = ({ dataFolder }: DataFolderOptions, { now }: Pick<Clock, 'now'>): BlobArea => ({
  area: 'artifacts',
  folder: join(dataFolder, 'artifacts'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

export const agentFilesIn = ({ dataFolder }: DataFolderOptions, { now }: Pick<Clock, 'now'>): BlobArea => ({
  area: 'agent-files',
  folder: join(dataFolder, 'agent-files'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

export const hubFilesIn = ({ dataFolder }: DataFolderOptions, { now }: Pick<Clock, 'now'>): BlobArea => ({
  area: 'hub-files',
  folder: join(dataFolder, 'hub-files'),
  unfinishedBefore: now() - UNFINISHED_MS,
})

/** A temporary file without a write for this time is an abandoned upload. */
const UNFINISHED_MS = 60 * 60_000
