import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import type { CallerChats } from '#core/chats/chats.ts'
import type { StoredItem, StoredResponse, StoredResponses } from '#core/responses/stored-responses.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Admission } from '../admission.ts'
import { readCaller } from '../caller.ts'
import { completionBodyLimit } from '../completions/body-limit.ts'
import { BRIDGE_ROUTES } from '../declared-routes.ts'
import { invalidRequest, sendError, type BridgeError } from '../error.ts'
import { createFileReader, withFiles } from './stored-input.ts'

export interface StoredRoutesDeps {
  responses: StoredResponses
  chats: Pick<CallerChats, 'ownFiles'>
  admission: Pick<Admission, 'entryRefusalOf'>
  identityHeaderPrefix: string
  maxUploadBytes: number
}

type StoredRequest = FastifyRequest<{ Params: { id: string }; Querystring: Record<string, unknown> }>

const MAX_ITEMS = 100
const DEFAULT_ITEMS = 20

export function storedRoutes(app: FastifyInstance, deps: StoredRoutesDeps): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.readResponse),
    async handler(request: StoredRequest, reply) {
      const found = await findStored(deps, request)
      if (!found.ok) return sendError(reply, found.refusal)
      if (request.query['stream'] === 'true') return sendError(reply, NO_REPLAY)
      return noStore(reply).send(found.value.response)
    },
  })
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.deleteResponse),
    async handler(request: StoredRequest, reply) {
      const caller = await admit(deps, request)
      if (!caller.ok) return sendError(reply, caller.refusal)
      const { id } = request.params
      if (!(await deps.responses.remove(caller.value.email, id))) return sendError(reply, NOT_FOUND)
      return noStore(reply).send({ id, object: 'response', deleted: true })
    },
  })
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.listInputItems),
    async handler(request: StoredRequest, reply) {
      const found = await findStored(deps, request)
      if (!found.ok) return sendError(reply, found.refusal)
      const page = sliceStoredItems(found.value.input, request.query)
      if (!page.ok) return sendError(reply, page.refusal)
      const { caller, chat } = found.value
      const files = createFileReader(
        (id) => deps.chats.ownFiles(id, caller),
        completionBodyLimit(deps.maxUploadBytes),
      )
      const data: StoredItem[] = []
      for (const item of page.value.items) data.push(await withFiles(item, chat, files))
      return noStore(reply).send({
        object: 'list',
        data,
        first_id: data[0]?.id ?? null,
        last_id: data.at(-1)?.id ?? null,
        has_more: page.value.hasMore,
      })
    },
  })
  for (const route of [BRIDGE_ROUTES.countInputTokens, BRIDGE_ROUTES.compactResponse])
    app.route({
      ...optionsOf(app, route),
      handler: async (_request, reply) => sendError(reply, notOffered(route.path)),
    })
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.cancelResponse),
    async handler(request: StoredRequest, reply) {
      const found = await findStored(deps, request)
      return sendError(reply, found.ok ? NOT_IN_BACKGROUND : found.refusal)
    },
  })
}

async function findStored(
  deps: StoredRoutesDeps,
  request: StoredRequest,
): Promise<Result<StoredResponse & { caller: Caller }, BridgeError>> {
  const caller = await admit(deps, request)
  if (!caller.ok) return caller
  const found = await deps.responses.find(caller.value.email, request.params.id)
  return found ? accepted({ ...found, caller: caller.value }) : refused(NOT_FOUND)
}

async function admit(deps: StoredRoutesDeps, request: StoredRequest): Promise<Result<Caller, BridgeError>> {
  const caller = readCaller(request.headers, deps.identityHeaderPrefix)
  if (!caller.ok) return caller
  const refusal = await deps.admission.entryRefusalOf(request, caller.value)
  return refusal ? refused(refusal) : caller
}

export function sliceStoredItems(
  items: readonly StoredItem[],
  { order = 'desc', limit = String(DEFAULT_ITEMS), after }: Record<string, unknown>,
): Result<{ items: readonly StoredItem[]; hasMore: boolean }, BridgeError> {
  const count = Number(limit)
  if (!Number.isInteger(count) || count < 1 || count > MAX_ITEMS)
    return refused(invalidRequest(`limit must be a whole number from 1 to ${MAX_ITEMS}.`, { param: 'limit' }))
  if (order !== 'asc' && order !== 'desc')
    return refused(invalidRequest('order must be asc or desc.', { param: 'order' }))
  const ordered = order === 'asc' ? [...items] : items.toReversed()
  const cursorIndex = after === undefined ? -1 : ordered.findIndex(({ id }) => id === after)
  if (after !== undefined && cursorIndex === -1)
    return refused(invalidRequest('after must be the id of an item of this response.', { param: 'after' }))
  const rest = ordered.slice(cursorIndex + 1)
  return accepted({ items: rest.slice(0, count), hasMore: rest.length > count })
}

const noStore = (reply: FastifyReply): FastifyReply => reply.header('cache-control', 'no-store')

const NOT_FOUND: BridgeError = invalidRequest('There is no stored response with this id.', {
  status: 404,
  code: 'response_not_found',
  param: 'response_id',
})

const notOffered = (path: string): BridgeError =>
  invalidRequest(
    `A Hub does not offer ${path}: it shortens long conversations itself, and usage counts the tokens.`,
    { code: 'unsupported' },
  )

const NO_REPLAY: BridgeError = invalidRequest(
  'Streams of stored responses are not kept: read the response without stream.',
  { code: 'unsupported', param: 'stream' },
)

const NOT_IN_BACKGROUND: BridgeError = invalidRequest(
  'Only responses that run in the background can be cancelled, and a Hub runs none: close the connection instead.',
  { code: 'unsupported' },
)
