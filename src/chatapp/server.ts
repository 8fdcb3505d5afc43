import type { Server } from 'node:http'
import fastify, { type FastifyInstance } from 'fastify'
import { nameAllowedMethods } from '#ground/base/allowed-methods.ts'
import { startSweeps } from '#ground/blobs/sweeps.ts'
import { takeJsonBodies } from '#ground/base/json/body.ts'
import { closeGracefully, createHttpServer } from '#ground/base/http-server.ts'
import { isOpenAiPath } from '#ground/base/openai-error.ts'
import { requestIdOf } from '#ground/base/request-id.ts'
import { onlyByOwnName } from '#ground/base/network/misdirected.ts'
import { ANSWER_GRACE_MS, DRAIN_MS } from '#ground/base/stop-limits.ts'
import { NO_JSON_SCHEMA } from '#ground/base/no-json-schema.ts'
import { compressAnswers } from '#ground/base/web-app/compress-answers.ts'
import { indexOlderChats } from '#chatapp/chats/search/backfill.ts'
import { answerError, answerErrors } from '#chatapp/http/errors.ts'
import { refuseForeignOrigins } from '#chatapp/http/origin-hook.ts'
import type { ChatappOptions } from '#chatapp/options.ts'
import { openParts } from '#chatapp/parts.ts'
import { addRoutes } from '#chatapp/routes.ts'

/** Disposal lets running answers end, then closes the server; the database stays open. */
export interface Chatapp extends AsyncDisposable {
  readonly server: Server
}

export async function createChatapp(options: ChatappOptions): Promise<Chatapp> {
  const parts = await openParts(options)
  const { turns, continuing, turnWatch, instance, unsaved, deletions, integrations, client, scheduleLoop } =
    parts
  const closing = new AbortController()
  const stopping = new AbortController()
  const { events } = options
  const sweeps = startSweeps({
    ...options,
    sweep: parts.files.sweep,
    onFailure: (error) => events.filesNotSwept({ error }),
  })
  const onFailure = (error: unknown) => events.chatsNotIndexed({ error })
  const indexing = indexOlderChats({ ...options, onFailure }, closing.signal)
  const { app, server } = createApp(options)
  await addRoutes(app, options, { ...parts, stopping: stopping.signal })
  await app.ready()
  return {
    server,
    async [Symbol.asyncDispose]() {
      closing.abort()
      // Does not wait for the server to close, because open streams must still receive the ends of running turns.
      const closed = server.listening ? closeGracefully(server, DRAIN_MS) : undefined
      const cancel = options.clock.after(ANSWER_GRACE_MS.chatapp, () => stopping.abort())
      await Promise.all([
        scheduleLoop[Symbol.asyncDispose](),
        turns.drain(ANSWER_GRACE_MS.chatapp),
        continuing?.[Symbol.asyncDispose](),
      ])
      await turnWatch?.[Symbol.asyncDispose]()
      await deletions[Symbol.asyncDispose]()
      await unsaved[Symbol.asyncDispose]()
      await instance[Symbol.asyncDispose]()
      await closed
      cancel()
      await app.close()
      await indexing
      await sweeps[Symbol.asyncDispose]()
      await integrations[Symbol.asyncDispose]()
      await client[Symbol.asyncDispose]()
    },
  }
}

function createApp({ own, events }: Pick<ChatappOptions, 'own' | 'events'>): {
  app: FastifyInstance
  server: Server
} {
  let server: Server | undefined
  const app = fastify({
    bodyLimit: 1024 * 1024,
    // Trusts forwarded headers only from this machine, where the edge runs.
    trustProxy: 'loopback',
    serverFactory: (handler) => (server = createHttpServer(onlyByOwnName(own, handler))),
    schemaController: NO_JSON_SCHEMA,
    clientErrorHandler: () => {}, // the HTTP server itself responds to malformed requests
    genReqId: ({ headers }) => requestIdOf(headers['x-request-id']),
    // The routes check the length of ids and return errors in the API's format, so the router accepts long ids.
    routerOptions: { maxParamLength: 16_384 },
    frameworkErrors: (error, request, reply) => void answerError(error, request, reply, events),
  })
  nameAllowedMethods(app)
  app.addHook('onRequest', (request, reply, done) => {
    if (isOpenAiPath(request.url)) void reply.header('x-request-id', request.id)
    done()
  })
  takeJsonBodies(app, { keepsDigits: ({ url }) => isOpenAiPath(url) }) // keeps large integers exact, such as seeds
  answerErrors(app, events)
  refuseForeignOrigins(app, own)
  compressAnswers(app, ['/api/v1/chats/', '/api/v1/shares/'])
  app.addHook('onSend', async (request, reply) => {
    if (!request.url.startsWith('/api/') || reply.hasHeader('cache-control')) return
    reply.headers({ 'cache-control': 'no-store', 'x-content-type-options': 'nosniff' })
  })
  return { app, server: server! }
}
