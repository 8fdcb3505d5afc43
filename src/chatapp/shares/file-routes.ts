import type { FastifyReply, FastifyRequest } from 'fastify'
import { chatFileName } from '#ground/turn/chat-file-link/schema.ts'
import { sendBytes, sendHead } from '#ground/base/files/send.ts'
import type { App } from '#chatapp/accounts/sessions/app.ts'
import { fileHeaders } from '#chatapp/files/serving.ts'
import type { ChatappFiles } from '#chatapp/files/files.ts'
import { ChatappRefused, unwrapChatapp } from '#chatapp/http/refused.ts'
import type { UpstreamClient } from '#chatapp/models/connections/client.ts'
import { identityHeaders } from '#chatapp/models/connections/identity-headers.ts'
import type { ModelCatalog } from '#chatapp/models/models.ts'
import { readSharedChatFile, readSharedFile } from './contract.ts'
import type { ShareGate, OpenedShare } from './gate.ts'
import { linkedFiles } from './links.ts'

export interface ShareFileRouteParts {
  gate: Pick<ShareGate, 'open'>
  files: Pick<ChatappFiles, 'open'>
  models: Pick<ModelCatalog, 'choose'>
  client: Pick<UpstreamClient, 'file'>
  identityPrefix: string
}

/** Readers can open only files of messages that the share shows them. */
export function shareFileRoutes(app: App, parts: ShareFileRouteParts): void {
  const { gate, files } = parts

  app.handle(readSharedFile, async ({ visitor: { account }, params, query, request, reply }) => {
    const { shown, owner } = unwrapChatapp(await gate.open(account, params.id))
    const showing = await shown.holding('extra', '"files":')
    const isShown = showing.some(({ extra }) => extra.files?.some(({ id }) => id === params.file))
    const opened = isShown ? await files.open(owner.id, params.file) : null
    if (!opened) throw new ChatappRefused('file_missing')
    reply.headers(fileHeaders({ ...opened.file, download: query.attachment === 'true' }))
    return sendBytes(request, reply, opened.content)
  })

  app.handle(readSharedChatFile, async ({ visitor: { account }, params, query, request, reply }) => {
    const opened = unwrapChatapp(await gate.open(account, params.id))
    return sendChatFile(
      parts,
      opened,
      { filename: chatFileName(params.file), download: query.attachment === 'true' },
      { request, reply },
    )
  })
}

/** Requests the file with the identity of the chat's owner. */
async function sendChatFile(
  { models, client, identityPrefix: prefix }: ShareFileRouteParts,
  { shown, owner, chat, models: ids }: OpenedShare,
  { filename, download }: { filename: string; download: boolean },
  { request, reply }: { request: FastifyRequest; reply: FastifyReply },
): Promise<FastifyReply> {
  const linking = await shown.holding('content', '/artifacts/')
  const answer = linking.findLast(({ content }) => linkedFiles(content, chat.id).includes(filename))
  if (!answer) throw new ChatappRefused('file_missing')
  const model = await models.choose(owner, answer.model ?? ids[0] ?? '')
  if (!model.ok || model.value.connection.hub === null) throw new ChatappRefused('file_missing')
  const disconnected = new AbortController()
  reply.raw.once('close', () => disconnected.abort())
  const headers = { ...identityHeaders({ account: owner, prefix }), ...selectionOf(request) }
  const call = { headers, signal: disconnected.signal }
  const file = await client
    .file(model.value.connection, { chatId: chat.id, filename }, call)
    .catch(() => null)
  if (!file) throw new ChatappRefused('agent_unreachable')
  if (!PASSED_ON.has(file.status)) {
    file.body.destroy()
    throw new ChatappRefused('file_missing')
  }
  const contentType = file.contentType.split(';')[0]!.trim()
  reply.headers({ ...fileHeaders({ filename, contentType, download }), ...file.headers }).code(file.status)
  if (file.size !== null && file.status !== 304) reply.header('content-length', file.size)
  if (file.status < 300 && request.method !== 'HEAD') return reply.send(file.body)
  file.body.destroy()
  return request.method === 'HEAD' ? sendHead(reply) : reply.send()
}

const PASSED_ON: ReadonlySet<number> = new Set([200, 206, 304, 416])

const SELECTING = ['range', 'if-range', 'if-none-match'] as const

const selectionOf = ({ headers }: FastifyRequest): Record<string, string> =>
  Object.fromEntries(
    SELECTING.flatMap((name) => {
      const value = headers[name]
      return typeof value === 'string' ? [[name, value]] : []
    }),
  )
