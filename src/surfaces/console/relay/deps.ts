import type { FastifyRequest } from 'fastify'
import type { ConsoleCaller } from '#ground/api/console-app.ts'
import type { QueryBridge, OtherBridge } from './bridges.ts'

export interface CheckedRequest {
  caller: ConsoleCaller
  params: unknown
  query: unknown
  body: unknown
}

export interface From {
  request: FastifyRequest
  disconnectSignal: AbortSignal
  here(checked: CheckedRequest): unknown
}

export interface RelayDeps {
  hub: string
  find(hub: string): Promise<OtherBridge | null>
  findAll(hubs: readonly string[]): Promise<ReadonlyMap<string, OtherBridge>>
  ask: QueryBridge
  allHubs(): Promise<readonly string[]>
  hubNames(hubs: readonly string[]): Promise<ReadonlyMap<string, string>>
  mayEnter(caller: ConsoleCaller, hub: string): Promise<boolean>
  onUnreached(facts: { hub: string; reason: string }): void
}

export async function nameFor(
  deps: Pick<RelayDeps, 'hubNames' | 'mayEnter'>,
  caller: ConsoleCaller,
  hub: string,
): Promise<string | null> {
  if (!caller.manages.includes(hub) && !(await deps.mayEnter(caller, hub))) return null
  return (await deps.hubNames([hub])).get(hub) ?? hub
}
