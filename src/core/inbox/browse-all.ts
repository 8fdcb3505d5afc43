import {
  byNewest,
  createOneInboxBrowser,
  type EventClaim,
  type FoundEvent,
  type OneInboxBrowser,
  type OpenedEvent,
} from './browse.ts'
import type { Inboxes } from './inbox.ts'
import type { InboxCounts, InboxEvent, InboxState } from './schema.ts'

export interface BrowserDeps {
  hub: string
  hubFolder: string
  endpoints(): readonly { name: string; secret: string | null }[]
  inboxes: Pick<Inboxes, 'of' | 'names'>
  readClaims(endpoint: string): Promise<ReadonlyMap<string, EventClaim>>
  readLastRuns(endpoint: string, names: readonly string[]): Promise<ReadonlyMap<string, EventClaim>>
}

export interface EventFilter {
  state?: InboxState | undefined
  endpoint?: string | undefined
}

export interface InboxBrowser {
  readonly hub: string
  endpoints(): Promise<string[]>
  counts(endpoint: string): Promise<InboxCounts>
  list(
    filter: EventFilter,
    page: { limit: number; offset: number },
  ): Promise<{ items: InboxEvent[]; total: number }>
  find(event: string): Promise<FoundEvent | null>
  open(event: string): Promise<OpenedEvent | null>
}

export function createInboxBrowser({ hub, hubFolder, inboxes, ...deps }: BrowserDeps): InboxBrowser {
  const made = new Map<string, { secret: string | null; browser: OneInboxBrowser }>()

  const browserOf = (name: string): OneInboxBrowser => {
    const secret = deps.endpoints().find((endpoint) => endpoint.name === name)?.secret ?? null
    const known = made.get(name)
    if (known && known.secret === secret) return known.browser
    const browser = createOneInboxBrowser({
      hub,
      hubFolder,
      name,
      stored: inboxes.of(name),
      secret,
      readClaims: () => deps.readClaims(name),
      readLastRuns: (names) => deps.readLastRuns(name, names),
    })
    made.set(name, { secret, browser })
    return browser
  }

  const endpoints = async (): Promise<string[]> => {
    const configured = deps.endpoints().map(({ name }) => name)
    const others = (await inboxes.names()).filter((name) => !configured.includes(name))
    const used = await Promise.all(
      others.map(async (name) => (await browserOf(name).newest(undefined, 1)).total > 0),
    )
    return [...configured, ...others.filter((_, index) => used[index])]
  }

  const findIn = async (event: string): Promise<{ browser: OneInboxBrowser; found: FoundEvent } | null> => {
    for (const name of await endpoints()) {
      const browser = browserOf(name)
      const found = await browser.find(event)
      if (found) return { browser, found }
    }
    return null
  }

  return {
    hub,
    endpoints,
    counts: (endpoint) => browserOf(endpoint).counts(),
    async list({ state, endpoint }, { limit, offset }) {
      const names = endpoint === undefined ? await endpoints() : [endpoint]
      const parts = await Promise.all(
        names.map(async (name) => ({ name, ...(await browserOf(name).newest(state, offset + limit)) })),
      )
      const events = parts
        .flatMap(({ name, events: some }) => some.map((found) => ({ name, found })))
        .toSorted((a, b) => byNewest(a.found, b.found))
        .slice(offset, offset + limit)
      const lines = await Promise.all(
        [...Map.groupBy(events, ({ name }) => name)].map(([name, some]) =>
          browserOf(name).lines(some.map(({ found }) => found)),
        ),
      )
      return {
        items: lines.flat().toSorted(byNewest),
        total: parts.reduce((sum, { total }) => sum + total, 0),
      }
    },
    find: async (event) => (await findIn(event))?.found ?? null,
    async open(event) {
      const there = await findIn(event)
      return there && there.browser.open(there.found)
    },
  }
}
