import { basename } from 'node:path'
import { listen } from '#base/http-server.ts'
import { newId } from '#base/ids.ts'
import { createLog } from '#base/log.ts'
import { createEdge, EDGE_LIMITS } from '#edge/edge.ts'
import { edgeEvents } from '#edge/events.ts'
import { OUR_PREFIXES } from '#edge/headers.ts'
import { slugOf } from '#hub/slug.ts'
import { readSharedConfig } from './config/shared.ts'
import type { StartRole } from './role.ts'

/** Start the public front door. It needs none of its upstreams to be there: until they are, it answers 502. */
export const startEdge: StartRole = async ({ environment, hubFolder }) => {
  const config = readSharedConfig(environment, hubFolder)
  const { chatapp, bridge } = config.addresses
  const events = edgeEvents(createLog('edge', config.logLevel))
  const hubSlug = config.hubSlug ?? slugOf(basename(hubFolder))
  await using parts = new AsyncDisposableStack()
  const edge = parts.use(
    createEdge({
      upstreams: { chatapp: baseUrl(chatapp), bridge: baseUrl(bridge), inbound: null },
      hubSlug,
      mcp: config.mcpServer,
      publicProtocol: config.publicUrl.startsWith('https:') ? 'https' : 'http',
      stripPrefixes: OUR_PREFIXES,
      limits: EDGE_LIMITS,
      newRequestId: newId,
      events,
    }),
  )
  const url = await listen(edge.server, { ...config.addresses.edge, variable: 'PORT' })
  events.started({ url, hub: hubSlug })
  const running = parts.move()
  return { url, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

const baseUrl = ({ host, port }: { host: string; port: number }): string => `http://${host}:${port}`
