import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import type { TestContext } from 'node:test'
import type { InboxDelivery } from '#core/inbox/inbox.ts'
import { openInbox, type InboxEvents } from '#core/inbox/open.ts'
import { storedEvents } from '#core/inbox/stored-events.ts'
import { folderWith } from '../support/folder.ts'
import { manualClock } from '../support/manual-clock.ts'

export const delivery = (body: string, id: string | null = null): InboxDelivery => ({
  id,
  query: [],
  contentType: 'application/json',
  body: Buffer.from(body),
})

export async function inboxOf(t: TestContext, { journalBytes = 0, hubFolder = '' } = {}) {
  const folder = hubFolder || (await folderWith(t, {}))
  const clock = manualClock()
  const seen = { restored: 0, failures: [] as unknown[] }
  const events: InboxEvents = {
    eventsRestored: ({ count }) => void (seen.restored += count),
    inboxFailed: ({ error }) => void seen.failures.push(error),
    journalFailed: ({ error }) => void seen.failures.push(error),
    fileWriteFailed: ({ error }) => void seen.failures.push(error),
  }
  const inbox = openInbox({ hubFolder: folder, endpoints: ['webhook'], clock, events, journalBytes })
  t.after(() => inbox[Symbol.asyncDispose]())
  const store = (given: InboxDelivery) => inbox.store('webhook', given)
  const stored = storedEvents(folder, 'webhook', clock)
  return {
    inbox: { store, [Symbol.asyncDispose]: () => inbox[Symbol.asyncDispose]() },
    inboxes: inbox,
    folder,
    clock,
    seen,
    stored,
    pending: () => stored.list('pending'),
    bodies: async () =>
      Promise.all(
        (await stored.list('pending')).map(
          async (name) =>
            (JSON.parse((await stored.read('pending', name))!.toString()) as { body: unknown }).body,
        ),
      ),
    markers: () => markersOf(folder),
    journals: () => filesBelow(join(folder, '.inbound/journal')).filter((path) => path.endsWith('.log')),
    everything: () => filesBelow(join(folder, '.inbound/webhooks/webhook')),
  }
}

export const filesBelow = (folder: string): string[] =>
  existsSync(folder)
    ? readdirSync(folder, { recursive: true, withFileTypes: true })
        .filter((entry) => entry.isFile())
        .map((entry) => join(entry.parentPath, entry.name))
    : []

export const markersOf = (hubFolder: string): string[] => {
  const folder = join(hubFolder, '.inbound/dedup')
  const all = filesBelow(folder).flatMap((path) => {
    const within = relative(folder, dirname(path))
    const digits = readFileSync(path).toString('hex').match(/.{32}/g) ?? []
    return digits.filter((one) => /[^0]/.test(one)).map((one) => `${within}/${one}`)
  })
  return [...new Set(all)].toSorted()
}
