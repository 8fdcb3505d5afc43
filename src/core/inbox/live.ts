import { setTimeout as wait } from 'node:timers/promises'
import { watchFolders } from '#ground/hub/watch.ts'
import type { InboxBrowser } from './browse-all.ts'
import type { Inboxes } from './inbox.ts'
import type { InboxLive } from './schema.ts'

const POLL_INTERVAL_MS = 1_000
const REST_MS = 200
const MAX_ARRIVED_EVENTS = 20

export async function* followInbox(
  { browser, inboxes }: { browser: InboxBrowser; inboxes: Pick<Inboxes, 'foldersOf'> },
  signal: AbortSignal,
  onError: (error: Error) => void,
): AsyncGenerator<InboxLive> {
  let changed = () => {}
  using watch = watchFolders(() => changed(), onError)
  let latest: string | null = null
  let lastSent = ''
  while (!signal.aborted) {
    const names = await browser.endpoints()
    watch.follow(new Set(names.flatMap(inboxes.foldersOf)))
    const change = new Promise<void>((resolve) => (changed = resolve))
    const { items } = await browser.list({}, { limit: MAX_ARRIVED_EVENTS, offset: 0 })
    const before: string | null = latest
    const arrived = before === null ? [] : items.filter(({ event }) => event > before)
    latest = items[0]?.event ?? before ?? ''
    const endpoints = await Promise.all(
      names.map(async (name) => ({ name, counts: await browser.counts(name) })),
    )
    const state = JSON.stringify([endpoints, items.map(({ run_status, attempt }) => [run_status, attempt])])
    if (state !== lastSent || arrived.length > 0) yield { endpoints, arrived }
    lastSent = state
    await Promise.race([change, rest(POLL_INTERVAL_MS, signal)])
    await rest(REST_MS, signal)
  }
}

const rest = (ms: number, signal: AbortSignal): Promise<void> =>
  wait(ms, undefined, { signal, ref: false }).catch(() => {})
