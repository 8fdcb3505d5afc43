import type { AddressInfo } from 'node:net'
import { listen } from '#base/http-server.ts'
import { newId } from '#base/ids.ts'
import { silentLog } from '#base/log.ts'
import { createOwnAddress } from '#base/network/own-address.ts'
import { createEdge, EDGE_LIMITS } from '#edge/edge.ts'
import { edgeEvents } from '#edge/events.ts'
import { OUR_PREFIXES } from '#edge/headers.ts'

/** The edge of `edge.ts`, alone in its process, before one upstream for everything. */
const upstream = process.argv[2]!
const edge = createEdge({
  upstreams: { chatapp: upstream, bridge: upstream, inbound: null },
  hubSlug: 'bench',
  mcp: true,
  publicProtocol: 'http',
  own: createOwnAddress({ publicUrl: null, names: [] }),
  stripPrefixes: OUR_PREFIXES,
  limits: EDGE_LIMITS,
  newRequestId: newId,
  events: edgeEvents(silentLog()),
})
await listen(edge.server, { host: '127.0.0.1', port: 0, variable: 'PORT' })
process.send!({ port: (edge.server.address() as AddressInfo).port })
process.once('disconnect', () => process.exit())
