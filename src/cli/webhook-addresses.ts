import { endpointPath } from '#ground/hub/endpoint-path.ts'
import type { RunningHub } from '#supervisor/start.ts'
import { addressFor } from './front.ts'

type Serving = Pick<RunningHub, 'urls' | 'publicUrl' | 'endpoints'>

export const webhookAddresses = (hub: Serving, slug: string): string[] => {
  const front = hub.urls.edge ? addressFor(hub) : hub.urls.inbound
  return hub.endpoints.map((name) => `${front}${endpointPath(slug, name)}`)
}

export const webhookRows = (serving: Serving, slug: string): string[][] =>
  webhookAddresses(serving, slug).map((address, index) => [index === 0 ? 'Webhooks' : '', address])
