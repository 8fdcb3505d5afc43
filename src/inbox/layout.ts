import { lstatSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { EventState } from './inbox.ts'

/** Where an endpoint's inbox lies in its Hub's folder. All paths are absolute. */
export interface InboxLayout {
  /** Every folder above the events, outermost first: `.inbound`, `.inbound/webhooks`, `.inbound/webhooks/<name>`. */
  readonly chain: readonly string[]
  readonly events: Readonly<Record<EventState, string>>
  readonly dedup: string
  readonly journal: string
}

/** @param name Endpoint name; checked by the configuration to be a plain file name. */
export function layoutOf(hubFolder: string, name: string): InboxLayout {
  const root = join(hubFolder, '.inbound')
  const webhooks = join(root, 'webhooks')
  const pending = join(webhooks, name)
  return {
    chain: [root, webhooks, pending],
    events: {
      pending,
      processed: join(pending, '.processed'),
      quarantined: join(pending, '.quarantine'),
    },
    dedup: join(root, 'dedup'),
    journal: join(root, 'journal'),
  }
}

/**
 * Make folders, the outermost first, and see that each is a folder and not a link to one: nothing is ever written
 * through a link that leads out of the Hub. Cheap enough to be asked before every write.
 */
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
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error // another process was first
  }
}

/** Something else stands where a folder of the inbox belongs. */
export class NotAFolder extends Error {
  constructor(folder: string) {
    super(`${folder} is not a folder, so no event can be stored there.`)
    this.name = 'NotAFolder'
  }
}
