import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import type { Chats } from '#chats/folder.ts'
import type { OpenFile } from '#chats/files.ts'
import { keyOf, type BridgeKeys } from '../authorize.ts'
import type { Admission } from '../admission.ts'
import { readCaller } from '../caller.ts'
import { sendError, type ApiError } from '../error.ts'
import { contentDisposition } from './disposition.ts'
import { byteRange } from './range.ts'
import { ERROR_POLICY, PROTECTIVE_HEADERS, servingOf } from './serving.ts'

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
  app.route<{ Params: FilePath }>({
    method: ['GET', 'HEAD'],
    url: '/artifacts/:chat_id/:filename',
    async handler(request, reply) {
      void reply.headers(PROTECTIVE_HEADERS)
      const refusal = await refusalOf(deps, request)
      if (refusal) return refuse(reply, refusal)
      const file = await deps.chats.filesAt(request.params.chat_id).open(request.params.filename)
      return file ? send(deps, request, reply, file) : refuse(reply, NOT_FOUND)
    },
  })
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
  const query = new URLSearchParams(request.url.split('?').slice(1).join('?'))
  if (chats.linkOpens({ segment, filename, query })) return null
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

const refuse = (reply: FastifyReply, error: ApiError): FastifyReply =>
  sendError(reply.header('content-security-policy', ERROR_POLICY), error)

async function send(deps: ArtifactsDeps, request: FastifyRequest, reply: FastifyReply, file: OpenFile) {
  const serving = servingOf(file.contentType, deps.allowOrigins)
  const etag = `"${file.version}"`
  void reply.headers({
    'content-type': serving.contentType,
    'content-security-policy': serving.contentSecurityPolicy,
    'content-disposition': contentDisposition(serving.disposition, file.filename),
    'accept-ranges': 'bytes',
    etag,
  })
  const { 'if-none-match': ifNoneMatch, 'if-range': ifRange } = request.headers
  if (ifNoneMatch !== undefined && matches(ifNoneMatch, etag)) return withoutBody(reply.code(304), file)
  const range = byteRange(
    ifRange === undefined || ifRange === etag ? request.headers.range : undefined,
    file.size,
  )
  if (range.kind === 'unsatisfiable')
    return withoutBody(reply.code(416).header('content-range', `bytes */${file.size}`), file)
  const [start, end] = range.kind === 'part' ? [range.start, range.end] : [0, file.size - 1]
  if (range.kind === 'part')
    void reply.code(206).header('content-range', `bytes ${start}-${end}/${file.size}`)
  void reply.header('content-length', end - start + 1)
  if (request.method === 'HEAD' || file.size === 0) return withoutBody(reply, file)
  return reply.send(file.handle.createReadStream({ start, end }))
}

async function withoutBody(reply: FastifyReply, file: OpenFile): Promise<FastifyReply> {
  await file.handle.close()
  return reply.send()
}

const matches = (ifNoneMatch: string, etag: string): boolean =>
  ifNoneMatch.trim() === '*' || ifNoneMatch.split(',').some((tag) => tag.trim().replace(/^W\//, '') === etag)
