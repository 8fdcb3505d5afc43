import type { IncomingMessage, RequestListener } from 'node:http'
import { onlyByOwnName } from '#ground/base/network/misdirected.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import type { Hub } from '#ground/hub/hub.ts'
import type { BridgeKeys } from './authorize.ts'
import { healthOf } from './health.ts'
import { modelView, type ModelsDeps } from './models.ts'

export interface SuspendedResponsesDeps extends ModelsDeps {
  hub: Pick<Hub, 'slug' | 'agent' | 'folderName'>
  keys: BridgeKeys
  own: Pick<OwnAddress, 'isNamedBy'>
}

/** Keeps no reference to the bridge, so that the bridge's memory can be freed. */
export function suspendedResponses({ hub, created, keys, own }: SuspendedResponsesDeps) {
  const models = respondWith({ object: 'list', data: [modelView({ hub, created })] })
  const health = respondWith(healthOf(hub))
  return (request: IncomingMessage): RequestListener | null => {
    if (!isPoll(request)) return null
    if (request.url === HEALTH) return onlyByOwnName(own, health)
    return keys.kindOf(request.headers) === null ? null : onlyByOwnName(own, models)
  }
}

export const isPoll = ({ method, url }: IncomingMessage): boolean =>
  method === 'GET' && (url === MODELS || url === HEALTH)

const HEALTH = '/healthz'
const MODELS = '/v1/models'

const respondWith = (value: object): RequestListener => {
  const body = JSON.stringify(value)
  return (_request, response) =>
    void response
      .writeHead(200, {
        'content-type': 'application/json; charset=utf-8',
        'content-length': Buffer.byteLength(body),
      })
      .end(body)
}
