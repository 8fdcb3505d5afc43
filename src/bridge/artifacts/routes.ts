import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { FrameAddresses } from '#base/files/frame-page.ts'
import { sendFile, type ServedFile } from '#base/files/send.ts'
import { ERROR_POLICY, PROTECTIVE_HEADERS } from '#base/files/serving.ts'
import type { Chats } from '#chats/folder.ts'
import type { OpenFile } from '#chats/files.ts'
import { keyOf, type BridgeKeys } from '../authorize.ts'
import type { Admission } from '../admission.ts'
import { readCaller } from '../caller.ts'
import { sendError, type ApiError } from '../error.ts'

export interface ArtifactsDeps {
  chats: Chats
  keys: BridgeKeys
  admission: Admission
  /** Header family of the web chat, such as `X-ChatApp`. */
  identityHeaderPrefix: string
  /** Validated origins that HTML files may load from. */
  allowOrigins: readonly string[]
}

interface FilePath {
  chat_id: string
  filename: string
}

/** Download of chat files. The path names a chat as links do; nothing but chat files can be reached. */
export function artifactRoutes(app: FastifyInstance, deps: ArtifactsDeps): void {
  app.route({
    method: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'],
    url: '/artifacts/*',
    onRequest: async (_request, reply) => refuse(reply.headers(PROTECTIVE_HEADERS), NOTHING_HERE),
    handler: () => {},
  })
  app.route<{ Params: FilePath }>({
    method: ['GET', 'HEAD'],
    url: '/artifacts/:chat_id/:filename',
    async handler(request, reply) {
      void reply.headers(PROTECTIVE_HEADERS)
      const refusal = await refusalOf(deps, request)
      if (refusal) return refuse(reply, refusal)
      const file = await deps.chats.filesAt(request.params.chat_id).open(request.params.filename)
      if (!file) return refuse(reply, NOT_FOUND)
      const query = queryOf(request)
      return sendFile(request, reply, servedFile(file), {
        allowOrigins: deps.allowOrigins,
        asDownload: query.get('download') === '1',
        frame: frameOf(deps.chats, request.params, query),
      })
    },
  })
}

const queryOf = ({ url }: FastifyRequest): URLSearchParams =>
  new URLSearchParams(url.split('?').slice(1).join('?'))

/** The file's addresses for a frame page: relative, as the edge may have taken a prefix away, and opened by the same link. */
const frameOf = (
  chats: Chats,
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

/**
 * Decided before the disk is asked: whoever may not open a file can't learn whether it exists. A signed link is enough
 * by itself; a key opens what the person it is used for may use.
 */
const refusalOf = async (
  { chats, keys, admission, identityHeaderPrefix }: ArtifactsDeps,
  request: FastifyRequest<{ Params: FilePath }>,
): Promise<ApiError | null> => {
  const { chat_id: segment, filename } = request.params
  if (chats.linkOpens({ segment, filename, query: queryOf(request) })) return null
  if (keyOf(request.headers.authorization, keys) !== 'secret') return NOT_ALLOWED
  const caller = readCaller(request.headers, identityHeaderPrefix)
  return caller.ok ? admission.refusalOf(request, caller.value) : caller.refusal
}

const NOT_ALLOWED: ApiError = {
  status: 401,
  type: 'authentication_error',
  code: 'invalid_link',
  message: 'This link is not valid, or it has expired. Ask for the file again in the chat.',
  param: null,
}

const NOT_FOUND: ApiError = {
  status: 404,
  type: 'invalid_request_error',
  code: 'not_found',
  message: 'This file does not exist any more.',
  param: null,
}

const NOTHING_HERE: ApiError = {
  ...NOT_FOUND,
  code: 'unknown_url',
  message: 'Files of chats can be read here, at /artifacts/{chat_id}/{filename}, and nothing else.',
}

const refuse = (reply: FastifyReply, error: ApiError): FastifyReply =>
  sendError(reply.header('content-security-policy', ERROR_POLICY), error)

const servedFile = ({ handle, ...file }: OpenFile): ServedFile => ({
  ...file,
  read: (range) => handle.createReadStream(range),
  close: () => handle.close(),
})
