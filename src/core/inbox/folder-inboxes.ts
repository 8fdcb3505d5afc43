import { existsSync } from 'node:fs'
import { readdir } from 'node:fs/promises'
import type { Clock } from '#ground/base/clock.ts'
import type { Inboxes, StoredEvents } from './inbox.ts'
import { inboxesLayout, layoutOf } from './layout.ts'
import { storedEvents } from './stored-events.ts'

export function folderInboxes(hubFolder: string, clock: Pick<Clock, 'now'>): Inboxes {
  const { root, webhooks } = inboxesLayout(hubFolder)
  const made = new Map<string, StoredEvents>()
  return {
    of(name) {
      const stored = made.get(name) ?? storedEvents(hubFolder, name, clock)
      made.set(name, stored)
      return stored
    },
    async names() {
      const entries = await readdir(webhooks, { withFileTypes: true }).catch(() => [])
      return entries
        .filter((entry) => entry.isDirectory() && !entry.name.startsWith('.'))
        .map(({ name }) => name)
    },
    foldersOf(name) {
      const { chain, events } = layoutOf(hubFolder, name)
      const above = existsSync(root) ? chain.slice(0, -1) : [hubFolder]
      return [...above, ...Object.values(events)]
    },
    readArrivalMark: null,
  }
}
