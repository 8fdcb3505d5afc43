import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import type { FrameAddresses } from '#ground/base/files/frame-page.ts'
import { sendFile } from '#ground/base/files/send.ts'
import { ERROR_POLICY, PROTECTIVE_HEADERS } from '#ground/base/files/serving.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { CallerChats } from '#core/chats/chats.ts'
import type { FileFolder } from '#core/chats/files.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { explicitChat } from '#core/chats/scope.ts'
import type { BridgeKeys } from './authorize.ts'
import type { Admission } from './admission.ts'
import { isNameless, readCaller } from './caller.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'
import { methodNotAllowed, sendError, type BridgeError } from './error.ts'

export interface ChatFilesDeps {
  chats: CallerChats
  keys: BridgeKeys
  admission: Admission
  identityHeaderPrefix: string
  /** HTML files may load resources from these origins. */
  allowOrigins: readonly string[]
}

interface FilePath {
  chat_id: string
  filename: string
}

export function chatFileRoutes(app: FastifyInstance, deps: ChatFilesDeps): void {
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.unknownFile),
    onRequest: async (request, reply) => {
      const allow = reply.getHeader('allow')
      const error = allow ? methodNotAllowed(request, String(allow)) : NOTHING_HERE
      return refuse(reply.headers(PROTECTIVE_HEADERS), error)
    },
    handler: () => {},
  })
  app.route<{ Params: FilePath }>({
    ...optionsOf(app, BRIDGE_ROUTES.readFile),
    async handler(request, reply) {
      void reply.headers(PROTECTIVE_HEADERS)
      const opened = await filesFor(deps, request)
      if (!opened.ok) return refuse(reply, opened.refusal)
      const file = await opened.value.open(request.params.filename)
      if (!file) return refuse(reply, NOT_FOUND)
      const query = queryOf(request)
      return sendFile(request, reply, file, {
        allowOrigins: deps.allowOrigins,
        asDownload: query.get('download') === '1',
        frame: frameOf(deps.chats, request.params, query),
      })
    },
  })
}

export function chatFileLinkRoutes(app: FastifyInstance, deps: ChatFilesDeps): void {
  app.route<{ Params: FilePath }>({
    ...optionsOf(app, BRIDGE_ROUTES.createFileLink),
    async handler(request, reply) {
      const caller = await personOf(deps, request)
      if (!caller.ok) return refuse(reply, caller.refusal)
      const { chat_id: segment, filename } = request.params
      const link = await deps.chats.pageLinkTo({ segment, filename }, caller.value)
      return link === null ? refuse(reply, NOT_FOUND) : reply.send({ link })
    },
  })
  app.route<{ Params: Pick<FilePath, 'chat_id'> }>({
    ...optionsOf(app, BRIDGE_ROUTES.revokeFileLinks),
    async handler(request, reply) {
      const caller = await personOf(deps, request)
      if (!caller.ok) return refuse(reply, caller.refusal)
      return reply.send({ revoked: await deps.chats.revokeLinks(request.params.chat_id, caller.value) })
    },
  })
}

const personOf = async (
  { keys, admission, identityHeaderPrefix }: ChatFilesDeps,
  request: FastifyRequest,
): Promise<Result<Caller, BridgeError>> => {
  if (keys.kindOf(request.headers) !== 'secret') return refused(NOT_ALLOWED)
  const caller = readCaller(request.headers, identityHeaderPrefix)
  if (!caller.ok) return caller
  const refusal = isNameless(caller.value) ? null : await admission.refusalOf(request, caller.value)
  return refusal ? refused(refusal) : caller
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.split('?').slice(1).join('?'))

const frameOf = (
  chats: CallerChats,
  { chat_id: segment, filename }: FilePath,
  query: URLSearchParams,
): FrameAddresses => {
  const to = (parameter: string, value: string) => {
    const kept = [...query].filter(([name]) => name === 't' || name === 'e')
    return `./${encodeURIComponent(filename)}?${new URLSearchParams([...kept, [parameter, value]]).toString()}`
  }
  return {
    source: to('frame', chats.frameMark({ segment, filename })),
    download: to('download', '1'),
    isMarked: chats.isFrameMark({ segment, filename, mark: query.get('frame') ?? '' }),
  }
}

/** Checks access before it reads the disk, so that a refusal does not reveal whether a file exists. */
const filesFor = async (
  { chats, keys, admission, identityHeaderPrefix }: ChatFilesDeps,
  request: FastifyRequest<{ Params: FilePath }>,
): Promise<Result<Pick<FileFolder, 'open'>, BridgeError>> => {
  const { chat_id: segment, filename } = request.params
  if (await chats.linkOpens({ segment, filename, query: queryOf(request) }))
    return accepted(chats.filesAt(segment))
  if (keys.kindOf(request.headers) !== 'secret') return refused(NOT_ALLOWED)
  const caller = readCaller(request.headers, identityHeaderPrefix)
  if (!caller.ok) return caller
  if (isNameless(caller.value)) return accepted(chats.filesAt(explicitChat(segment).id))
  const refusal = await admission.refusalOf(request, caller.value)
  if (refusal) return refused(refusal)
  const own = await chats.ownFiles(segment, caller.value)
  return own ? accepted(own) : refused(NOT_FOUND)
}

const NOT_ALLOWED: BridgeError = {
  status: 401,
  type: 'authentication_error',
  code: 'invalid_link',
  message: 'This link is not valid, or it has expired. Ask for the file again in the chat.',
  param: null,
}

const NOT_FOUND: BridgeError = {
  status: 404,
  type: 'invalid_request_error',
  code: 'not_found',
  message: 'This file does not exist any more.',
  param: null,
}

const NOTHING_HERE: BridgeError = {
  ...NOT_FOUND,
  code: 'unknown_url',
  message: 'Files of chats can be read here, at /artifacts/{chat_id}/{filename}, and nothing else.',
}

const refuse = (reply: FastifyReply, error: BridgeError): FastifyReply =>
  sendError(reply.header('content-security-policy', ERROR_POLICY), error)
