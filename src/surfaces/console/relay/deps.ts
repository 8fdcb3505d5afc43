import type { FastifyRequest } from 'fastify'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { AskBridge, OtherBridge } from './bridges.ts'

/** A request that passed all checks of the bridge that received it. */
export interface CheckedRequest {
  caller: ConsoleCaller
  params: unknown
  query: unknown
  body: unknown
}

/** Origin of a request, and the handler of this bridge. */
export interface From {
  request: FastifyRequest
  /** Aborts when the caller has disconnected. */
  gone: AbortSignal
  here(asked: CheckedRequest): unknown
}

export interface RelayDeps {
  /** Slug of the Hub that this bridge serves. */
  hub: string
  /** The present bridge of a Hub. */
  find(hub: string): Promise<OtherBridge | null>
  /** The same of several, by slug. */
  findAll(hubs: readonly string[]): Promise<ReadonlyMap<string, OtherBridge>>
  ask: AskBridge
  /** Slugs of all Hubs that the store knows, in order. */
  allHubs(): Promise<readonly string[]>
  /** Names of those that ever ran. */
  hubNames(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  /** True if a person may enter a Hub, and so may see its name. */
  mayEnter(caller: ConsoleCaller, hub: string): Promise<boolean>
  onUnreached(facts: { hub: string; reason: string }): void
}

/** A Hub's name for a person; null when they may not see it. */
export async function nameFor(
  deps: Pick<RelayDeps, 'hubNames' | 'mayEnter'>,
  caller: ConsoleCaller,
  hub: string,
): Promise<string | null> {
  if (!caller.manages.includes(hub) && !(await deps.mayEnter(caller, hub))) return null
  return (await deps.hubNames([hub])).get(hub) ?? hub
}
