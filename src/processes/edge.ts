import type { RequestListener, ServerResponse } from 'node:http'
import { systemClock } from '#ground/base/clock.ts'
import { listen } from '#ground/base/http-server.ts'
import { newId } from '#ground/base/ids.ts'
import { packageVersion } from '#ground/base/package-version.ts'
import { serveOnLoopback } from '#ground/base/loopback-server.ts'
import { createLog } from '#ground/base/log.ts'
import { serveMetrics } from '#ground/base/metrics/serve.ts'
import { createClientAddress } from '#surfaces/edge/client-address.ts'
import { onlyHub, type EdgeHubs } from '#surfaces/edge/hubs.ts'
import { createEdge, EDGE_LIMITS, type Edge, type EdgeOptions } from '#surfaces/edge/edge.ts'
import { edgeEvents } from '#surfaces/edge/log-events.ts'
import { prefixesWith } from '#surfaces/edge/headers.ts'
import { readBridgeConfig } from './config/bridge.ts'
import { readChatappAccessConfig } from './config/chatapp.ts'
import { readConnectionConfig } from './config/connections.ts'
import { readEdgeConfig } from './config/edge.ts'
import { readInboundConfig } from './config/inbound.ts'
import { ownAddressOf, readSharedConfig } from './config/shared.ts'
import { readTelemetryConfig } from './config/telemetry.ts'
import { openStoreLater } from './lazy-store.ts'
import { followServedHubs, isAway, isServing, type ServedHubs } from './served-hubs.ts'
import { isConnected } from '#surfaces/inbound/names.ts'
import type { RoleContext, RunningServer } from './role.ts'
import { journeySecretOf, openSecrets } from './secrets.ts'
import { openTelemetry } from '#core/traces/telemetry.ts'

/** The edge's upstreams may start later; until then it responds 502. */
export async function startEdge({ environment, hubFolder }: RoleContext): Promise<RunningServer> {
  const config = readSharedConfig(environment, hubFolder)
  const { chatapp, bridge, inbound } = config.addresses
  const { surfaces } = readInboundConfig(environment)
  const { lockedPrefixes, hidesUsers, healthPort, trustedProxies, certificate } = readEdgeConfig(environment)
  const telemetryConfig = readTelemetryConfig(environment)
  const log = createLog('edge', config.logLevel)
  const events = edgeEvents(log)
  const hubSlug = config.hubSlug
  await using parts = new AsyncDisposableStack()
  const port = telemetryConfig.edgeMetricsPort
  const metrics = port === null ? null : (await import('./metrics/edge.ts')).createEdgeMetrics()
  if (metrics) parts.use(await serveMetrics(metrics, { port: port!, variable: 'SVC_EDGE_METRICS_PORT' }))
  const store = parts.use(openStoreLater(config))
  const { tracer } = parts.use(
    openTelemetry({
      version: packageVersion(),
      config: telemetryConfig,
      clock: systemClock,
      log,
      service: 'edge',
      hub: hubSlug,
      store: store.open,
      followsCaller: false,
    }),
  )
  const { journeys } = readConnectionConfig(environment)
  const secrets = await openSecrets(config)
  const journeySecret = journeys ? journeySecretOf(secrets) : null
  const hubs =
    config.servedHubs === null
      ? onlyHub({
          slug: hubSlug,
          bridge: baseUrl(bridge),
          inbound: surfaces.some(([name]) => !isConnected(name)) ? baseUrl(inbound) : null,
          mcp: config.mcpServer,
          mcpSignIn: config.mcpSignIn,
        })
      : edgeHubs(
          parts.use(
            await followServedHubs(config.servedHubs, (error) =>
              events.hubsUnreadable({ reason: error.message }),
            ),
          ),
        )
  // Imported on demand, because most edges use plain HTTP.
  const tls = certificate && (await (await import('./edge-certificate.ts')).openTls(certificate))
  const health = parts.use(new AsyncDisposableStack()) // closed after the edge, so that `/readyz` can report that the edge is closing
  const edge = parts.use(
    createEdge({
      ...(tls && { openServer: tls.openServer }),
      chatapp: baseUrl(chatapp),
      ...(await openWebuiOptions(environment)),
      hubs,
      isGateway: config.servedHubs !== null,
      bridgeKey: secrets.bridgeKey,
      hidesUsers,
      publicProtocol: config.publicUrl.startsWith('https:') ? 'https' : 'http',
      own: ownAddressOf(config),
      readClientAddress: createClientAddress(trustedProxies),
      lockedPrefixes,
      stripPrefixes: prefixesWith(readBridgeConfig(environment).identityHeaderPrefix),
      limits: EDGE_LIMITS,
      newRequestId: newId,
      journeySecret,
      events,
      tracer,
      ...(metrics && { observer: metrics }),
    }),
  )
  if (healthPort !== null)
    health.use(
      await serveOnLoopback(healthAnswers(edge), { port: healthPort, variable: 'SVC_EDGE_HEALTH_PORT' }),
    )
  if (tls) parts.use(tls.follow(edge.server, { store, instance: config.instance.name, events }))
  const url = await listen(edge.server, { ...config.addresses.edge, variable: 'PORT' })
  events.started({ url, hub: hubSlug })
  const running = parts.move()
  return { url, retire: edge.retire, [Symbol.asyncDispose]: () => running.disposeAsync() }
}

const edgeHubs = ({ list, onChange }: ServedHubs): EdgeHubs => ({
  list: () => list().filter(isServing),
  away: () =>
    list()
      .filter(isAway)
      .map(({ slug, state }) => ({ slug, away: state })),
  onChange,
})

const OPEN_WEBUI_LOADER = '/static/loader.js'

async function openWebuiOptions(
  environment: RoleContext['environment'],
): Promise<Partial<Pick<EdgeOptions, 'chatapp' | 'chatappSockets' | 'pageScript'>>> {
  const access = readChatappAccessConfig(environment)
  if (access.kind === 'builtin') return {}
  return {
    chatapp: access.url,
    pageScript: OPEN_WEBUI_LOADER,
    ...(access.url.startsWith('https:') && {
      chatappSockets: (await import('#surfaces/edge/tls-sockets.ts')).tlsSockets(),
    }),
  }
}

/**
 * Load balancers query these paths. `/healthz` shows whether the edge runs, and `/readyz` whether it should receive
 * requests.
 */
const healthAnswers = ({ readiness }: Pick<Edge, 'readiness'>): Record<string, RequestListener> => ({
  '/healthz': (_request, response) => notify(response, 200, { status: 'ok' }),
  '/readyz': async (_request, response) => {
    const ready = await readiness()
    notify(response, ready.status === 'ready' ? 200 : 503, ready)
  },
})

const notify = (response: ServerResponse, status: number, body: object): void =>
  void response
    .writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' })
    .end(JSON.stringify(body))

const baseUrl = ({ host, port }: { host: string; port: number }): string => `http://${host}:${port}`
