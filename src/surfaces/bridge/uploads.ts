import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { optionsOf } from '#ground/api/declared-route.ts'
import { unreadBody } from '#ground/base/unread-body.ts'
import { isSafeFilename } from '#core/chats/filename.ts'
import type { CallerChat, CallerChats } from '#core/chats/chats.ts'
import { explicitChat } from '#core/chats/scope.ts'
import type { Caller } from '#ground/identity/caller.ts'
import type { Admission } from './admission.ts'
import { isNameless, readCaller } from './caller.ts'
import { BRIDGE_ROUTES } from './declared-routes.ts'
import { invalidRequest, sendError, tooLarge } from './error.ts'
import type { BridgeEvents } from './log-events.ts'
import type { Track } from './in-flight.ts'

export interface UploadsDeps {
  chats: CallerChats
  admission: Admission
  maxUploadBytes: number
  identityHeaderPrefix: string
  events: BridgeEvents
  contentTypeOf(request: FastifyRequest): string | undefined
}

type UploadRequest = FastifyRequest<{ Params: { chat_id: string; filename: string } }>

/** The raw request body is the file. Source: service specification 1.0.1, "POST /uploads". */
export function uploadRoutes(app: FastifyInstance, deps: UploadsDeps, track: Track): void {
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('*', (_request, _body, done) => done(null)) // the handler streams the body
  app.route({
    ...optionsOf(app, BRIDGE_ROUTES.upload),
    handler: (request: UploadRequest, reply) => track(upload(deps, request, reply)),
  })
}

async function upload(deps: UploadsDeps, request: UploadRequest, reply: FastifyReply) {
  const { chat_id: chatId, filename } = request.params
  const maxBytes = deps.maxUploadBytes
  const caller = readCaller(request.headers, deps.identityHeaderPrefix)
  if (!caller.ok) return sendError(reply, caller.refusal)
  if (!isSafeFilename(filename)) return sendError(reply, BAD_FILENAME)
  if (chatId.trim() === '') return sendError(reply, BAD_CHAT_ID)
  const refusal = isNameless(caller.value) ? null : await deps.admission.refusalOf(request, caller.value)
  if (refusal) return sendError(reply, refusal)
  if (Number(request.headers['content-length'] ?? 0) > maxBytes)
    return sendError(reply, tooLarge('The file', maxBytes))

  const chat = await chatOf(deps.chats, chatId, caller.value)
  const contentType = deps.contentTypeOf(request)
  const saved = await chat.files.saveStream(filename, unreadBody(request.raw), { maxBytes, contentType })
  if (!saved.ok) return sendError(reply, tooLarge('The file', maxBytes))
  deps.events.uploadStored({ requestId: request.id, chatId: chat.id, size: saved.value.size })
  return { chat_id: chat.id, filename: saved.value.filename, size: saved.value.size }
}

/** Without a caller, the chat in the path is used, regardless of its owner: an upload only needs the bridge key. */
const chatOf = async (
  chats: CallerChats,
  chatId: string,
  caller: Caller,
): Promise<Pick<CallerChat, 'id' | 'files'>> => {
  const requested = explicitChat(chatId)
  if (!isNameless(caller)) return chats.open(requested, caller)
  return { id: requested.id, files: chats.filesAt(requested.id) }
}

const BAD_FILENAME = invalidRequest(
  'The file name is not usable: no path separators, no control or direction characters, no dot or space at either end, no device name such as CON, at most 255 bytes.',
  { param: 'filename', code: 'bad_filename' },
)
const BAD_CHAT_ID = invalidRequest('The chat id is empty.', { param: 'chat_id' })
