import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { createAccessNotifications, type AccessNotifications } from '#core/access/access-notifications.ts'
import { createServedModels } from '#core/agent/model/refusals/served-models.ts'
import { createAccessChanges } from '#core/audit/access-changes.ts'
import { createSetups, type Setups } from '#core/setups/setups.ts'
import { readStoredProviders } from '#core/setups/stored-providers.ts'
import { emailMovesBy } from '#features/people/move-email.ts'
import { isBlocked } from '#core/access/is-blocked.ts'
import { systemClock, type Clock } from '#ground/base/clock.ts'
import { listen } from '#ground/base/http-server.ts'
import { createChatQuestions } from '#features/changes/chat-questions.ts'
import { createDecidedCalls, type DecidedCall } from '#features/changes/decided-calls.ts'
import { callEvents } from '#features/changes/log-events.ts'
import { ContinuationWaits, type CallToContinue } from '#chatapp/turns/continuations.ts'
import type { Store } from '#ground/store/store.ts'
import { createLog, type Log } from '#ground/base/log.ts'
import { serveMetrics } from '#ground/base/metrics/serve.ts'
import { PACKAGE_FOLDER } from '#ground/base/package-folder.ts'
import { chatappEvents } from '#chatapp/http/log-events.ts'
import { describeBucket } from '#ground/blobs/address.ts'
import type { ChatappOptions } from '#chatapp/options.ts'
import { createChatapp } from '#chatapp/server.ts'
import { readBridgeConfig } from './config/bridge.ts'
import { readMailConfig } from './config/mail.ts'
import { readChatappConfig } from './config/chatapp.ts'
import { checkWaysIn, identityProviderOf, readOpenIdConfig, type OpenIdConfig } from './config/openid.ts'
import { ownAddressOf, readSharedConfig, type SharedConfig } from './config/shared.ts'
import { readSupervisorConfig } from './config/supervisor.ts'
import { readTelemetryConfig } from './config/telemetry.ts'
import { packageVersion } from '#ground/base/package-version.ts'
import type { RoleContext, RunningServer } from './role.ts'
import { fingerprintOf, journeySecretOf, openSecrets, setupSecretOf, type Secrets } from './secrets.ts'
import { openTelemetry } from '#core/traces/telemetry.ts'
import { openKnownStore } from '#ground/store/known-store.ts'
import { chatFilesIn } from '#ground/blobs/areas.ts'
import { openAccountLinks } from './account-links.ts'
import { openBlobs } from './blobs.ts'
import { openBus } from './bus.ts'
import { otherInstances } from './other-instances.ts'
import { followServedHubs, isAway, type ListedHub } from './served-hubs.ts'
import { schedulingIn } from './scheduling.ts'
import { storeEvents } from './store-events.ts'

/** Without an edge, the web chat binds the edge's address. */
export async function startChatapp(
  { environment, hubFolder }: RoleContext,
  clock: Clock = systemClock,
): Promise<RunningServer> {
  const shared = readSharedConfig(environment, hubFolder)
  const { maxUploadBytes, identityHeaderPrefix, consoleSetup } = readBridgeConfig(environment)
  const {
    sessionSecret: ownSecret,
    secureCookies,
    ...settings
  } = readChatappConfig(environment, maxUploadBytes)
  const openid = readOpenIdConfig(environment, hubFolder)
  const { edge } = readSupervisorConfig(environment)
  const secrets = await openSecrets(shared)
  const sessionSecret = ownSecret ?? secrets.sessionSecret
  const log = createLog('chatapp', shared.logLevel)

  await using parts = new AsyncDisposableStack()
  const store = parts.use(await openKnownStore(shared, storeEvents(log)))
  const setups = createSetups({ store, secret: setupSecretOf(secrets), isAllowed: consoleSetup })
  const signIn = await signInBy(openid, setups)
  const bus = parts.use(await openBus(shared, { secrets, clock, log }))
  const blobs = parts.use(await openBlobs(shared, chatFilesIn(shared), { store, clock, log }))
  const telemetryConfig = readTelemetryConfig(environment)
  const port = telemetryConfig.chatappMetricsPort
  const metrics = port === null ? null : (await import('./metrics/chatapp.ts')).createChatappMetrics()
  if (metrics) parts.use(await serveMetrics(metrics, { port: port!, variable: 'SVC_CHATAPP_METRICS_PORT' }))
  const { tracer } = parts.use(
    openTelemetry({
      version: packageVersion(),
      config: telemetryConfig,
      clock,
      log,
      service: 'chatapp',
      hub: shared.hubSlug,
      store: async () => store,
      // Without an edge, strangers call the web chat directly, so their decision about trace sampling is ignored.
      followsCaller: edge,
      ...(metrics && { onSpan: metrics.spanEnded }),
    }),
  )
  const served = shared.servedHubs === null ? null : parts.use(await servedHubs(shared.servedHubs, log))
  const accessNotifications = createAccessNotifications(bus)
  const mail = { environment: readMailConfig(environment), setups }
  const linking = { store, clock, secrets, shared, mail, log }
  const accountLinks = parts.use(openAccountLinks(linking, accessNotifications.notify))
  const hubs = () => served?.list().map(connectedHub) ?? [aloneIn(shared)]
  const chatapp = parts.use(
    await createChatapp({
      store,
      clock,
      ...(await otherInstances({ store, clock })),
      events: chatappEvents(log),
      instance: { ...shared.instance, shared: sharedWithOthers(shared, { ...secrets, sessionSecret }) },
      bus,
      tracer,
      folder: join(shared.dataFolder, 'chatapp'),
      blobs,
      pagesFolder: pagesFolder(),
      hasNavigationScript: edge,
      connections: () => hubs().map((hub) => connectionTo(hub, secrets.bridgeKey)),
      servedModels: createServedModels(clock),
      identityPrefix: identityHeaderPrefix,
      sessionSecret,
      consentSecret: journeySecretOf(secrets),
      ...settings,
      cookies: secureCookies,
      ...signIn,
      ...accessPorts(accessNotifications, { store, clock }),
      accountLinks,
      scheduling: schedulingIn(store),
      ...requestPorts({ store, clock, log }),
      apiKeys: () => shared.mcpServer || (served?.list().some(({ mcp }) => mcp) ?? false),
      publicUrl: shared.publicUrlIsSet ? shared.publicUrl : null,
      own: ownAddressOf(shared),
      version: packageVersion(),
    }),
  )
  const url = await listen(chatapp.server, addressOf(shared, edge))
  const started = parts.move()
  return { url, [Symbol.asyncDispose]: () => started.disposeAsync() }
}

const accessPorts = (
  { listen: onAccessChange, notify }: AccessNotifications,
  { store, clock }: { store: Store; clock: Clock },
): Pick<
  ChatappOptions,
  'isBlocked' | 'onAccessChange' | 'onSessionsEnded' | 'moveEmail' | 'onEmailMoved'
> => ({
  isBlocked: (email) => isBlocked(store, email),
  onAccessChange,
  onSessionsEnded: notify,
  moveEmail: emailMovesBy({ clock, recordChanges: createAccessChanges(store).append }),
  onEmailMoved: ({ from, to }) => notify([from, to]),
})

/** @throws BadConfiguration if there is no way to sign in */
async function signInBy(openid: OpenIdConfig, setups: Pick<Setups, 'list'>) {
  const storedProviders = async () =>
    (await readStoredProviders(setups)).flatMap(({ provider }) =>
      provider === null ? [] : [identityProviderOf(provider, null)],
    )
  checkWaysIn(openid, await storedProviders())
  const { providers: identityProviders, passwordSignIn } = openid
  return { identityProviders, storedProviders, passwordSignIn }
}

const requestPorts = (given: { store: Store; clock: Clock; log: Log }) => ({
  decidedCalls: decidedCallsIn(given),
  questions: createChatQuestions(given),
})

function decidedCallsIn({ store, clock, log }: { store: Store; clock: Clock; log: Log }) {
  const calls = createDecidedCalls({ store, clock, hub: null, linkTo: (id) => id })
  const events = callEvents(log)
  return {
    follow: calls.follow,
    start: (onDecided: (call: CallToContinue) => Promise<void>) =>
      calls.start({
        background: systemClock,
        async notify({ kind, surface, outcome, detail, ...call }) {
          if (surface !== 'chatapp') return
          if (kind === 'question')
            return onDecided({ ...call, outcome: ENDED_QUESTIONS[outcome]!, reason: detail, output: '' })
          if (outcome === 'expired' || outcome === 'stale' || outcome === 'answered') return
          const isRejected = outcome === 'rejected'
          const said = isRejected ? { reason: detail, output: '' } : { output: detail }
          await onDecided({ ...call, ...said, outcome })
        },
        onFailure(error) {
          if (!(error instanceof ContinuationWaits)) events.callsUnreadable({ reason: String(error) })
        },
      }),
  }
}

const ENDED_QUESTIONS: Partial<Record<DecidedCall['outcome'], CallToContinue['outcome']>> = {
  answered: 'answered',
  rejected: 'withheld',
  expired: 'unanswered',
}

const addressOf = ({ addresses }: Pick<SharedConfig, 'addresses'>, hasEdge: boolean) =>
  hasEdge ? { ...addresses.chatapp, variable: 'SVC_CHATAPP_PORT' } : { ...addresses.edge, variable: 'PORT' }

const connectionTo = ({ bridge, ...hub }: ReturnType<typeof connectedHub>, key: string) => ({
  ...hub,
  url: bridge === null ? '' : `${bridge}/v1`,
  key,
})

const sharedWithOthers = ({ secretsFile, bus, blobs }: SharedConfig, secrets: Secrets) => ({
  secrets: secretsFile === null ? null : fingerprintOf(secrets),
  bus: bus !== null,
  blobs: blobs && describeBucket(blobs.address),
})

const aloneIn = ({ hubSlug, addresses }: SharedConfig) => ({
  slug: hubSlug,
  bridge: `http://127.0.0.1:${addresses.bridge.port}`,
  away: null,
})

const servedHubs = (path: string, log: Log) =>
  followServedHubs(path, (error) =>
    log.error({ event: 'served_hubs.unread', err: error }, 'failed to read the list of served Hubs'),
  )

const connectedHub = (hub: ListedHub) => ({
  slug: hub.slug,
  bridge: hub.bridge,
  away: isAway(hub) ? { state: hub.state, since: hub.since } : null,
})

const pagesFolder = (): string => {
  const installed = join(PACKAGE_FOLDER, 'dist/web/chat')
  return existsSync(installed) ? installed : join(PACKAGE_FOLDER, 'web/dist/chat')
}
