import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { ConsoleRoute } from '#ground/api/contract.ts'
import { ApiRefused } from '#ground/api/errors.ts'
import { Unreached, type OtherBridge } from './bridges.ts'
import { nameFor, type CheckedRequest, type From, type RelayDeps } from './deps.ts'
import { joinLists } from './lists.ts'

export interface Relay {
  answer(route: ConsoleRoute, checked: CheckedRequest, from: From): Promise<unknown>
}

export const createConsoleRelay = (deps: RelayDeps): Relay => ({
  async answer(route, checked, from) {
    const hub = hubIn(checked)
    if (hub === undefined && route.joinOrder) return joinLists(deps, route, checked, from)
    if (hub === undefined || hub === deps.hub || !mayConcern(route, checked.caller, hub))
      return from.here(checked)
    const server = await deps.find(hub)
    if (server) return queryBridge(deps, server, checked, from)
    const isKnown = (await deps.hubNames([hub])).has(hub)
    if (!isKnown) return from.here(checked)
    throw await unavailable(deps, checked.caller, hub)
  },
})

async function queryBridge(
  deps: RelayDeps,
  server: OtherBridge,
  { caller }: CheckedRequest,
  { request: { method, url: target, body }, disconnectSignal }: From,
): Promise<unknown> {
  try {
    return await deps.ask(server, { method, target, body }, { caller, disconnectSignal })
  } catch (error) {
    if (!(error instanceof Unreached)) throw error
    if (!disconnectSignal.aborted) deps.onUnreached({ hub: server.hub, reason: error.message })
    throw await unavailable(deps, caller, server.hub, { maybeDone: error.isLate && method !== 'GET' })
  }
}

const hubIn = ({ params, query, body }: CheckedRequest): string | undefined =>
  [params, query, body]
    .map((part) => (part as { hub?: string } | undefined)?.hub)
    .find((hub) => hub !== undefined)

const mayConcern = ({ level }: ConsoleRoute, caller: ConsoleCaller, hub: string): boolean =>
  level === 'person' || caller.manages.includes(hub)

async function unavailable(
  deps: RelayDeps,
  caller: ConsoleCaller,
  hub: string,
  { maybeDone = false } = {},
): Promise<ApiRefused> {
  const name = (await nameFor(deps, caller, hub)) ?? hub
  return new ApiRefused(
    'unavailable',
    maybeDone
      ? `${name} did not answer in time. Check whether the change was made before you try again.`
      : `${name} can’t be reached. Try again soon.`,
  )
}
