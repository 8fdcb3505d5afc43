import type { ConsoleRoute } from '#ground/api/contract.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import type { Unreachable } from '#ground/api/schema.ts'
import { Unreached, type OtherBridge } from './bridges.ts'
import { nameFor, type CheckedRequest, type From, type RelayDeps } from './deps.ts'
import { joinPortions, type Portion, type Slice } from './join.ts'

/** Maximum wait for all bridges. The joined list omits items of bridges that respond later. */
const RESPONSE_TIMEOUT_MS = 5_000
const MAX_CONCURRENT_REQUESTS = 16
const MAX_PAGE_ITEMS = 200
const ALL: Slice = { offset: 0, limit: Infinity }

interface Answered extends Partial<Slice> {
  items: readonly unknown[]
  total?: number
}

export async function joinLists(
  deps: RelayDeps,
  route: ConsoleRoute,
  checked: CheckedRequest,
  from: From,
): Promise<unknown> {
  const { caller } = checked
  const concern = route.level === 'person' ? await deps.allHubs() : caller.manages
  const names = await deps.hubNames(concern)
  const hubs = concern.filter((hub) => names.has(hub) || hub === deps.hub)
  const servers = await deps.findAll(hubs.filter((hub) => hub !== deps.hub))
  const slice = sliceOf(checked.query)
  const most = (slice ?? ALL).offset + (slice ?? ALL).limit
  const deadlineSignal = AbortSignal.timeout(RESPONSE_TIMEOUT_MS)

  const portionOf = async (hub: string): Promise<Portion | null> => {
    if (hub === deps.hub) return ownPortion(checked, from, { hub, slice, most })
    const server = servers.get(hub)
    return server ? otherPortion(deps, server, { route, checked, from, slice, most, deadlineSignal }) : null
  }
  const portions = await eachOf(hubs, portionOf)
  const received = portions.filter((portion) => portion !== null)
  const silent = hubs.filter((_, index) => portions[index] === null)
  const { items, total } = joinPortions(received, route.joinOrder!, slice ?? ALL)
  const unreachable = await Promise.all(
    silent.map(async (slug) => ({ slug, name: await nameFor(deps, caller, slug) })),
  )
  return {
    items,
    ...(slice && { total, ...slice }),
    unreachable: unreachable.filter(({ name }) => name !== null) as Unreachable,
  }
}

const sliceOf = (query: unknown): Slice | null => {
  const { offset, limit } = query as Partial<Slice>
  return offset === undefined || limit === undefined ? null : { offset, limit }
}

interface Wanted {
  slice: Slice | null
  most: number
}

async function ownPortion(
  checked: CheckedRequest,
  { here }: From,
  { hub, slice, most }: Wanted & { hub: string },
): Promise<Portion> {
  const first = slice ? { offset: 0, limit: most } : {}
  const { items, total } = (await here({
    ...checked,
    query: { ...(checked.query as object), hub, ...first },
  })) as Answered
  return { items, total: total ?? items.length }
}

/** Null if the other bridge was unavailable or refused the request. */
async function otherPortion(
  deps: RelayDeps,
  server: OtherBridge,
  {
    route: { base, path },
    checked: { caller },
    from: { request, disconnectSignal },
    deadlineSignal,
    ...wanted
  }: Wanted & { route: ConsoleRoute; checked: CheckedRequest; from: From; deadlineSignal: AbortSignal },
): Promise<Portion | null> {
  const ask = async (page: Partial<Slice>): Promise<Answered> => {
    const query = new URLSearchParams({ ...(request.query as Record<string, string>), hub: server.hub })
    for (const [name, value] of Object.entries(page)) query.set(name, String(value))
    const target = `${base}${path}?${query.toString()}`
    return (await deps.ask(
      server,
      { method: 'GET', target, body: undefined },
      { caller, disconnectSignal, deadlineSignal },
    )) as Answered
  }
  try {
    return await firstItems(ask, wanted)
  } catch (error) {
    if (!(error instanceof Unreached || error instanceof ApiRefused)) throw error
    if (!disconnectSignal.aborted) deps.onUnreached({ hub: server.hub, reason: error.message })
    return null
  }
}

async function firstItems(
  ask: (page: Partial<Slice>) => Promise<Answered>,
  { slice, most }: Wanted,
): Promise<Portion> {
  const items: unknown[] = []
  for (;;) {
    const page = await ask(
      slice ? { offset: items.length, limit: Math.min(MAX_PAGE_ITEMS, most - items.length) } : {},
    )
    items.push(...page.items)
    const total = page.total ?? items.length
    if (page.items.length === 0 || items.length >= Math.min(most, total)) return { items, total }
  }
}

async function eachOf<T, U>(items: readonly T[], work: (item: T) => Promise<U>): Promise<U[]> {
  const made: U[] = []
  const left = items.entries()
  const lane = async () => {
    for (const [index, item] of left) made[index] = await work(item)
  }
  await Promise.all(Array.from({ length: Math.min(MAX_CONCURRENT_REQUESTS, items.length) }, lane))
  return made
}
