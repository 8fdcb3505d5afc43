import { createHmac } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { buffer } from 'node:stream/consumers'
import type { TestContext } from 'node:test'
import { z } from 'zod'
import { startRecordingServer } from '../../support/recording-server.ts'

/**
 * Chat-a's documented API over real HTTP.
 * Source: developers.facebook.com/documentation/business-messaging/whatsapp, "Messages API", "Webhooks", "Media",
 * "Typing indicators", "Business-scoped user IDs", "Error codes", of August 2026.
 */
export interface ChataServer {
  readonly base: string
  readonly token: string
  readonly appSecret: string
  readonly verifyToken: string
  readonly phoneNumberId: string
  readonly environment: Readonly<Record<string, string>>
  /** Text messages. */
  readonly sent: readonly SentMessage[]
  readonly sentWithButtons: readonly { id: string; request: ButtonsRequest }[]
  readonly acknowledged: readonly { messageId: string; isTyping: boolean }[]
  /** Undocumented requests, with the reason. */
  readonly refused: readonly string[]
  fail(...faults: readonly Fault[]): void
  addFile(id: string, file: ProviderFile): void
  verify(address: string, query?: Readonly<Record<string, string>>): Promise<Response>
  deliver(address: string, body: unknown): Promise<Response>
}

export interface SentMessage {
  id: string
  request: MessageRequest
}

export interface ProviderFile {
  content: Buffer
  contentType: string
  /** Declared size; default: the real size. */
  bytes?: number
  /** Declared URL; default: a URL of this server. */
  url?: string
  redirectTo?: string
}

export type Fault =
  | { status: number; json: unknown; headers?: Readonly<Record<string, string>> }
  | { status: number; html: string; headers?: Readonly<Record<string, string>> }
  /** Closes the connection without a response, before or after processing. */
  | { closed: 'before' | 'after' }
  /** Sends no response until the client closes the connection, before or after processing. */
  | { silent: 'before' | 'after' }

export const PHONE_NUMBER_ID = '106540352242922'

const Id = z.string().min(1)
const Opaque = z.string().refine((text) => Buffer.byteLength(text) <= 512, 'more than 512 bytes')

const Base = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  recipient_type: z.enum(['individual', 'group']).optional(),
  to: z.string().min(1).optional(),
  recipient: z
    .string()
    .regex(/^[A-Z]{2}\.(ENT\.)?[A-Za-z0-9]{1,128}$/)
    .optional(),
  context: z.strictObject({ message_id: Id }).optional(),
  biz_opaque_callback_data: Opaque.optional(),
})

const TextMessage = Base.extend({
  type: z.literal('text'),
  text: z.strictObject({ body: z.string().min(1).max(4096), preview_url: z.boolean().optional() }),
})

/** The provider documents interactive messages for people, and none for groups. */
const InteractiveMessage = Base.extend({
  recipient_type: z.literal('individual').optional(),
  type: z.literal('interactive'),
  interactive: z.strictObject({
    type: z.literal('button'),
    body: z.strictObject({ text: z.string().min(1).max(1024) }),
    action: z.strictObject({
      buttons: z
        .array(
          z.strictObject({
            type: z.literal('reply'),
            reply: z.strictObject({ id: z.string().min(1).max(256), title: z.string().min(1).max(20) }),
          }),
        )
        .min(1)
        .max(3),
    }),
  }),
})

const AnyMessage = z
  .discriminatedUnion('type', [TextMessage, InteractiveMessage])
  .refine(({ to, recipient }) => to !== undefined || recipient !== undefined, {
    message: 'neither to nor recipient',
  })
  .refine(
    ({ recipient_type: type, to }) => type === 'group' || to === undefined || /^\+?[1-9]\d{6,14}$/.test(to),
    { message: 'to is no phone number' },
  )
export type MessageRequest = z.infer<typeof TextMessage>
export type ButtonsRequest = z.infer<typeof InteractiveMessage>

const ReadRequest = z.strictObject({
  messaging_product: z.literal('whatsapp'),
  status: z.literal('read'),
  message_id: Id,
  typing_indicator: z.strictObject({ type: z.literal('text') }).optional(),
})

export async function startChataServer(t: TestContext): Promise<ChataServer> {
  const [token, appSecret, verifyToken] = ['EAAG-test-token', 'app-secret', 'verify me']
  const sent: SentMessage[] = []
  const sentWithButtons: { id: string; request: ButtonsRequest }[] = []
  const acknowledged: { messageId: string; isTyping: boolean }[] = []
  const refused: string[] = []
  const faults: Fault[] = []
  const files = new Map<string, ProviderFile>()

  const refuse = (response: ServerResponse, details: string, status = 400, code = 100) => {
    refused.push(details)
    answerJson(response, status, providerError(code, details))
  }

  const take = (response: ServerResponse, body: unknown): (() => void) | null => {
    const isRead = typeof body === 'object' && body !== null && 'status' in body
    const parsed = (isRead ? ReadRequest : AnyMessage).safeParse(body)
    if (!parsed.success) {
      refuse(response, z.prettifyError(parsed.error))
      return null
    }
    if ('status' in parsed.data) {
      const { message_id: messageId, typing_indicator: typing } = parsed.data
      acknowledged.push({ messageId, isTyping: typing !== undefined })
      return () => answerJson(response, 200, { success: true })
    }
    const request = parsed.data
    const id = `wamid.${Buffer.from(`out-${sent.length + sentWithButtons.length + 1}`).toString('base64')}`
    if (request.type === 'text') sent.push({ id, request })
    else sentWithButtons.push({ id, request })
    const { to, recipient } = request
    const contact = to === undefined ? { input: recipient, user_id: recipient } : { input: to, wa_id: to }
    return () =>
      answerJson(response, 200, { messaging_product: 'whatsapp', contacts: [contact], messages: [{ id }] })
  }

  const post = async (request: IncomingMessage, response: ServerResponse) => {
    const body = await jsonOf(request)
    const fault = faults.shift()
    if (!fault) return take(response, body)?.()
    if ('status' in fault) return answerFault(response, fault)
    const isTaken = ('closed' in fault ? fault.closed : fault.silent) === 'after'
    if (isTaken && !take(response, body)) return undefined
    if ('closed' in fault) response.destroy()
    return undefined
  }

  const describe = (response: ServerResponse, id: string, origin: string) => {
    const fault = faults.shift()
    if (fault && 'status' in fault) return answerFault(response, fault)
    const file = files.get(id)
    if (!file) return answerJson(response, 400, providerError(100, 'no such file', 33))
    return answerJson(response, 200, {
      messaging_product: 'whatsapp',
      url: file.url ?? `${origin}/whatsapp_business/attachments/?mid=${id}`,
      mime_type: file.contentType,
      sha256: 'a'.repeat(64),
      file_size: file.bytes ?? file.content.length,
      id,
    })
  }

  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', base)
    if (request.headers.authorization !== `Bearer ${token}`)
      return answerJson(
        response,
        401,
        providerError(190, `Malformed access token ${request.headers.authorization}`),
      )
    if (url.pathname === '/whatsapp_business/attachments/') {
      const file = files.get(url.searchParams.get('mid') ?? '')
      if (!file) return response.writeHead(404).end()
      if (file.redirectTo) return response.writeHead(302, { location: file.redirectTo }).end()
      return response.writeHead(200, { 'content-type': file.contentType }).end(file.content)
    }
    const [, version, node, edge] = url.pathname.split('/')
    if (version !== 'v26.0' || !node) return refuse(response, `no such path: ${url.pathname}`, 404)
    if (request.method === 'POST' && node === PHONE_NUMBER_ID && edge === 'messages')
      return post(request, response)
    if (request.method === 'GET' && node === PHONE_NUMBER_ID && edge === undefined)
      return answerJson(response, 200, { id: PHONE_NUMBER_ID })
    if (request.method === 'GET' && edge === undefined) {
      const number = url.searchParams.get('phone_number_id')
      if (number !== null && number !== PHONE_NUMBER_ID) return refuse(response, `another number: ${number}`)
      return describe(response, decodeURIComponent(node), url.origin)
    }
    return refuse(response, `no such request: ${request.method} ${url.pathname}`)
  }

  const server = await startRecordingServer(t, (request, response) => {
    answer(request, response).catch((error: unknown) => {
      refused.push(String(error))
      response.destroy()
    })
  })
  const base = `${server.url}/v26.0`

  return {
    base,
    token,
    appSecret,
    verifyToken,
    phoneNumberId: PHONE_NUMBER_ID,
    environment: {
      CHATA_VERIFY_TOKEN: verifyToken,
      CHATA_APP_SECRET: appSecret,
      CHATA_ACCESS_TOKEN: token,
      CHATA_PHONE_NUMBER_ID: PHONE_NUMBER_ID,
      CHATA_API_BASE: base,
    },
    sent,
    sentWithButtons,
    acknowledged,
    refused,
    fail: (...more) => void faults.push(...more),
    addFile: (id, file) => void files.set(id, file),
    verify(address, query = {}) {
      const asked = {
        'hub.mode': 'subscribe',
        'hub.challenge': '1158201444',
        'hub.verify_token': verifyToken,
      }
      return fetch(`${address}?${new URLSearchParams({ ...asked, ...query })}`)
    },
    deliver(address, body) {
      const bytes = Buffer.from(JSON.stringify(body))
      const signature = createHmac('sha256', appSecret).update(bytes).digest('hex')
      const headers = {
        'content-type': 'application/json',
        'user-agent': 'facebookexternalua',
        'x-hub-signature-256': `sha256=${signature}`,
      }
      return fetch(address, { method: 'POST', headers, body: bytes })
    },
  }
}

export const providerError = (code: number, details: string, subcode?: number) => ({
  error: {
    message: `(#${code}) ${details}`,
    type: 'OAuthException',
    code,
    ...(subcode === undefined ? {} : { error_subcode: subcode }),
    error_data: { messaging_product: 'whatsapp', details },
    fbtrace_id: 'AbCdEf',
  },
})

const jsonOf = async (request: IncomingMessage): Promise<unknown> => {
  if (!request.headers['content-type']?.startsWith('application/json')) return undefined
  return JSON.parse((await buffer(request)).toString())
}

const answerJson = (response: ServerResponse, status: number, body: unknown) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))

const answerFault = (response: ServerResponse, fault: Extract<Fault, { status: number }>) => {
  const [type, text] =
    'json' in fault ? ['application/json', JSON.stringify(fault.json)] : ['text/html', fault.html]
  response.writeHead(fault.status, { 'content-type': type, ...fault.headers }).end(text)
}
