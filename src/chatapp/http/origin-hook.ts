import type { FastifyInstance } from 'fastify'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { isSameOrigin } from '#ground/identity/same-origin.ts'
import { credentialOf } from './credential.ts'
import { ChatappRefused } from './refused.ts'

/** Refuses changes that a page of another site requests with a person's cookie. */
export function refuseForeignOrigins(app: FastifyInstance, own: Pick<OwnAddress, 'originFor'>): void {
  app.addHook('onRequest', async (request) => {
    const { headers, method } = request
    const credential = credentialOf(headers)
    const isOwn = isSameOrigin({
      method,
      origin: headers.origin,
      referer: headers.referer,
      fetchSite: headers['sec-fetch-site'],
      byCookie: credential?.from === 'cookie',
      byHeader: credential !== null && credential.from !== 'cookie',
      own: own.originFor(headers.host),
    })
    if (!isOwn) throw new ChatappRefused('cross_origin')
  })
}
