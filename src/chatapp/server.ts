import type { Server } from 'node:http'
import { join } from 'node:path'
import fastify from 'fastify'
import type { Clock } from '#ground/base/clock.ts'
import { closeGracefully, createHttpServer } from '#ground/base/http-server.ts'
import { onlyByOwnName } from '#ground/base/network/misdirected.ts'
import type { OwnAddress } from '#ground/base/network/own-address.ts'
import { NO_JSON_SCHEMA } from '#ground/base/no-json-schema.ts'
import { NO_TRACER, type Tracer } from '#ground/base/trace/tracer.ts'
import { isServiceToken } from '#ground/identity/service-token.ts'
import type { Store } from '#ground/store/store.ts'
import { createAccounts } from '#chatapp/accounts/accounts.ts'
import { accountRoutes } from '#chatapp/accounts/routes.ts'
import { createChats } from '#chatapp/chats/chats.ts'
import { chatRoutes } from '#chatapp/chats/routes.ts'
import { completionRoutes } from '#chatapp/completions/routes.ts'
import { createUpstreamClient } from '#chatapp/models/connections/client.ts'
import type { BuiltInConnection } from '#chatapp/models/connections/connection.ts'
import { createConnections } from '#chatapp/models/connections/connections.ts'
import { connectionRoutes } from '#chatapp/models/connections/routes.ts'
import type { ChatappEvents } from '#chatapp/http/events.ts'
import { createBlobs } from '#ground/base/files/blobs.ts'
import { createFiles } from '#chatapp/files/files.ts'
import { filesOnlyIn } from '#chatapp/files/references.ts'
import { fileRoutes } from '#chatapp/files/routes.ts'
import { createGroups } from '#chatapp/accounts/groups/groups.ts'
import { groupRoutes } from '#chatapp/accounts/groups/routes.ts'
import { healthRoutes } from '#chatapp/health.ts'
import { answerErrors } from '#chatapp/http/errors.ts'
import { acceptEmptyJson } from '#chatapp/http/json.ts'
import { refuseForeignOrigins } from '#chatapp/http/origin-hook.ts'
import { useZod } from '#chatapp/http/validation.ts'
import { openInstanceId } from '#chatapp/instance.ts'
import { createIntegrations } from '#chatapp/integrations/integrations.ts'
import { createApiKeys } from '#chatapp/accounts/keys/api-keys.ts'
import { keyRoutes } from '#chatapp/accounts/keys/routes.ts'
import { createModels } from '#chatapp/models/models.ts'
import { createOffers } from '#chatapp/models/offers.ts'
import { modelRoutes } from '#chatapp/models/routes.ts'
import { createModelRows } from '#chatapp/models/rows.ts'
import { pageRoutes } from '#chatapp/pages/routes.ts'
import type { CookiePolicy } from '#chatapp/accounts/sessions/cookie.ts'
import { createGuard } from '#chatapp/accounts/sessions/guard.ts'
import { sessionRoutes } from '#chatapp/accounts/sessions/routes.ts'
import { createSessions } from '#chatapp/accounts/sessions/sessions.ts'
import { createTokens } from '#chatapp/accounts/sessions/tokens.ts'
import { defaultSettings } from '#chatapp/accounts/settings/defaults.ts'
import { settingsRoutes } from '#chatapp/accounts/settings/routes.ts'
import { createSettings } from '#chatapp/accounts/settings/settings.ts'
import { interruptLeftTurns } from '#chatapp/turns/recovery.ts'
import { turnRoutes } from '#chatapp/turns/routes.ts'
import { createTurns } from '#chatapp/turns/turns.ts'

/** How long running answers may go on after the server was told to stop. */
const DRAIN_MS = 10_000

export interface ChatappOptions {
  store: Store
  clock: Clock
  events: ChatappEvents
  /** Default none. */
  tracer?: Tracer
  /** Folder for file contents and the server's id. */
  folder: string
  /** Folder of the built web app. */
  pagesFolder: string
  hasNavigationScript: boolean
  /** Where models come from in any case, such as the Hub's bridge. */
  connections: readonly BuiltInConnection[]
  /** Header family that names the person to upstreams, such as `X-ChatApp`. */
  identityPrefix: string
  sessionSecret: string
  sessionSeconds: number
  cookies: CookiePolicy
  signUp: boolean
  /** Whether somebody is refused everywhere; asked with every request of theirs. */
  isBlocked(email: string): Promise<boolean>
  defaultRole: 'pending' | 'user'
  /** Whether personal API keys are on until an administrator decides otherwise. */
  apiKeys: boolean
  /** Address people use, when somebody named it; without a slash at the end. */
  publicUrl: string | null
  /** By which names and at which origin they reach us. */
  own: OwnAddress
  maxFileBytes: number
  version: string
}

/** The web chat, ready to listen. Disposing lets running answers end, then closes. The store stays open. */
export interface Chatapp extends AsyncDisposable {
  readonly server: Server
}

/** Build the web chat from its parts. What an earlier run left unfinished is put in order first. */
export async function createChatapp(options: ChatappOptions): Promise<Chatapp> {
  const { store, clock, events, own, maxFileBytes, version, identityPrefix, tracer = NO_TRACER } = options
  const runner = await openInstanceId(options.folder)
  const blobs = createBlobs({ folder: join(options.folder, 'files') })
  await blobs.open()
  const interrupted = await interruptLeftTurns(store, runner)
  if (interrupted > 0) events.turnsInterrupted({ count: interrupted })

  const accounts = createAccounts({ store, clock })
  const apiKeys = createApiKeys({ store, clock })
  const defaults = defaultSettings({ ...options, publicUrl: options.publicUrl ?? '' })
  const groups = createGroups({ store, clock })
  const settings = createSettings({ store, defaults, groupPermissionsOf: groups.permissionsOf })
  const tokens = createTokens({ secret: options.sessionSecret, clock })
  const sessions = createSessions({ store, clock, tokens })
  const guard = createGuard({
    accounts,
    sessions,
    apiKeys,
    settings,
    isBlocked: options.isBlocked,
    isServiceToken: (token) => isServiceToken(token, { secret: options.sessionSecret, clock }),
  })
  const integrations = createIntegrations({
    store,
    clock,
    secret: options.sessionSecret,
    accounts,
    groups,
    settings,
    guard,
    originFor: own.originFor,
    events,
  })
  const client = createUpstreamClient({ clock })
  const connections = createConnections({ builtIn: options.connections, settings })
  const offers = createOffers({ client, clock, events })
  const rows = createModelRows({ store, clock })
  const models = createModels({ connections, offers, rows, groups })
  const chats = createChats({ store, clock })
  const files = createFiles({ store, clock, blobs })
  const closing = new AbortController()
  const swept = files
    .sweep(closing.signal)
    .catch((error: unknown) => void (closing.signal.aborted || events.filesNotSwept({ error })))
  const turns = createTurns({
    store,
    clock,
    client,
    models,
    files,
    runner,
    identityPrefix,
    imageBudget: maxFileBytes,
    tracer,
    events,
  })

  let server: Server | undefined
  const app = fastify({
    bodyLimit: 1024 * 1024,
    // The edge runs on this machine; what anybody else says about addresses is not believed.
    trustProxy: 'loopback',
    serverFactory: (handler) => (server = createHttpServer(onlyByOwnName(own, handler))),
    schemaController: NO_JSON_SCHEMA,
  })
  acceptEmptyJson(app)
  app.decorateRequest('visitor', null)
  answerErrors(app, events)
  refuseForeignOrigins(app, own)
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/') || reply.hasHeader('cache-control')) return
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })

  const routes = useZod(app)
  healthRoutes(routes, { store, version })
  settingsRoutes(routes, { accounts, settings, guard, version, maxFileBytes, events })
  sessionRoutes(routes, {
    accounts,
    groups,
    sessions,
    settings,
    guard,
    clock,
    cookies: options.cookies,
    originFor: own.originFor,
    isBlocked: options.isBlocked,
    events,
  })
  keyRoutes(routes, { apiKeys, guard, settings, clock, events })
  accountRoutes(routes, {
    accounts,
    sessions,
    groups,
    settings,
    guard,
    removeFilesOf: files.removeAllOf,
    endConnectionsOf: integrations.endAllOf,
    disconnect: turns.stopAllOf,
    events,
  })
  groupRoutes(routes, { groups, accounts, guard, events })
  integrations.routes(routes)
  connectionRoutes(routes, { connections, client, forgetLists: offers.forget, guard, events })
  modelRoutes(routes, { models, rows, offers, settings, guard })
  chatRoutes(routes, {
    chats,
    settings,
    guard,
    isAnswering: turns.isRunning,
    stop: async (chatId) => void (await turns.stop(chatId)),
    removeFilesOf: async (ownerId, chatId) =>
      files.remove(ownerId, await filesOnlyIn(store, ownerId, chatId)),
  })
  turnRoutes(routes, { turns, chats, guard, clock, events })
  const longestBodyBytes = Math.ceil(maxFileBytes * 1.5) + 1024 * 1024
  completionRoutes(routes, { turns, models, chats, client, guard, identityPrefix, longestBodyBytes, tracer })
  await routes.register(async (scope) =>
    fileRoutes(useZod(scope), { files, settings, guard, maxFileBytes, events }),
  )
  pageRoutes(routes, { folder: options.pagesFolder, hasNavigationScript: options.hasNavigationScript })
  await app.ready()

  return {
    server: server!,
    async [Symbol.asyncDispose]() {
      closing.abort()
      // Readers hear the end of the turns that drain, so the server closes while they do.
      const closed = server!.listening ? closeGracefully(server!, DRAIN_MS + 2000) : undefined
      await turns.drain(DRAIN_MS)
      await closed
      await app.close()
      await swept
      await integrations[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
    },
  }
}
