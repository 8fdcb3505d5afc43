import type { FastifyRequest } from 'fastify'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { QueryBridge, OtherBridge } from './bridges.ts'

/** A request that passed all checks of the receiving bridge. */
export interface CheckedRequest {
  caller: ConsoleCaller
  params: unknown
  query: unknown
  body: unknown
}

export interface From {
  request: FastifyRequest
  /** Aborts when the caller disconnects. */
  disconnectSignal: AbortSignal
  here(checked: CheckedRequest): unknown
}

export interface RelayDeps {
  hub: string
  find(hub: string): Promise<OtherBridge | null>
  findAll(hubs: readonly string[]): Promise<ReadonlyMap<string, OtherBridge>>
  ask: QueryBridge
  /** Slugs of all Hubs of the database, in order. */
  allHubs(): Promise<readonly string[]>
  /** Names of the Hubs that have ever run, by slug. */
  hubNames(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** True if a person may enter a Hub and may therefore see its name. */
  mayEnter(caller: ConsoleCaller, hub: string): Promise<boolean>
  onUnreached(facts: { hub: string; reason: string }): void
}

/** Null if the person may not see the Hub's name. */
export async function nameFor(
  deps: Pick<RelayDeps, 'hubNames' | 'mayEnter'>,
  caller: ConsoleCaller,
  hub: string,
): Promise<string | null> {
  if (!caller.manages.includes(hub) && !(await deps.mayEnter(caller, hub))) return null
  return (await deps.hubNames([hub])).get(hub) ?? hub
}
