import { basename } from 'node:path'
import { endpointPath } from '#ground/hub/endpoint-path.ts'
import type { HubState } from '#supervisor/gateway/hub-state.ts'
import { shortPath } from './command-name.ts'

export type ServingState = Extract<HubState, { kind: 'serving' }>

export const webhooksOf = (front: string, { hub, endpoints }: ServingState): string[] =>
  endpoints.map((name) => front + endpointPath(hub.slug, name))

export const hubRows = (front: string, hubs: readonly { folder: string; state: HubState }[]): string[][] =>
  hubs.flatMap(({ folder, state }) =>
    state.kind === 'serving'
      ? [[state.hub.slug, shortPath(folder)], ...webhooksOf(front, state).map((address) => ['', address])]
      : [
          [
            basename(folder),
            `not served: ${state.kind === 'broken' ? state.message : `it is ${state.kind}`}`,
          ],
        ],
  )
