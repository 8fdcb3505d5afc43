import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { isChannel } from '#ground/hub/channels.ts'
import type { EventState } from './inbox.ts'

export interface InboxesLayout {
  readonly root: string
  readonly webhooks: string
  readonly messages: string
  readonly dedup: string
  readonly journal: string
  readonly arriving: string
  readonly tests: string
}

export function inboxesLayout(hubFolder: string): InboxesLayout {
  const root = join(hubFolder, '.inbound')
  return {
    root,
    webhooks: join(root, 'webhooks'),
    messages: join(root, 'messages'),
    dedup: join(root, 'dedup'),
    journal: join(root, 'journal'),
    arriving: join(root, 'arriving'),
    tests: join(root, 'tests'),
  }
}

export interface InboxLayout {
  /** Outermost first: `.inbound`, `.inbound/webhooks`, `.inbound/webhooks/<name>`. */
  readonly chain: readonly string[]
  readonly events: Readonly<Record<EventState, string>>
  /** Folder of empty files. Each has the name of a processed event that matched no trigger. */
  readonly unmatched: string
}

export function layoutOf(hubFolder: string, name: string): InboxLayout {
  const { root, webhooks, messages } = inboxesLayout(hubFolder)
  const all = isChannel(name) ? messages : webhooks
  const pending = join(all, name)
  return {
    chain: [root, all, pending],
    events: {
      pending,
      processed: join(pending, '.processed'),
      quarantined: join(pending, '.quarantine'),
    },
    unmatched: join(pending, '.processed', '.unmatched'),
  }
}

/** Refuses symbolic links, so that no write leaves the Hub's folder. Cheap enough to call before every write. */
export function ensureFolders(...folders: readonly string[]): void {
  for (const folder of folders) {
    const found = lstatSync(folder, { throwIfNoEntry: false })
    if (found === undefined) makeFolder(folder)
    else if (!found.isDirectory()) throw new NotAFolder(folder)
  }
}

const makeFolder = (folder: string) => {
  try {
    mkdirSync(folder, { mode: 0o700 })
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another process created the folder first
  }
}

export class NotAFolder extends Error {
  constructor(folder: string) {
    super(`${folder} is not a folder, so no event can be stored there.`)
    this.name = 'NotAFolder'
  }
}
