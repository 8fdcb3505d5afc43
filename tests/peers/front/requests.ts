import { request as requestOverTls } from 'node:https'
import type { IncomingHttpHeaders, IncomingMessage } from 'node:http'
import { text } from 'node:stream/consumers'

/** Public name of the Hub in the documented configurations. */
export const NAME = 'garden.example.com'

export interface Door {
  readonly port: number
  /** File of the certificate authority. */
  readonly ca: string
  readonly caText: string
}

export interface Sent {
  method?: string
  headers?: Record<string, string>
  body?: string | Buffer
  /** Address of the client, below 127.0.0.0/8. */
  from?: string
  signal?: AbortSignal
}

export interface Answer {
  status: number
  headers: IncomingHttpHeaders
  text: string
  json: any
}

export const originOf = ({ port }: Pick<Door, 'port'>): string => `https://${NAME}:${port}`

/** Resolves with the head of the answer; its body streams. */
export const open = (door: Door, path: string, sent: Sent = {}): Promise<IncomingMessage> =>
  new Promise((resolve, reject) => {
    const request = requestOverTls(
      {
        host: '127.0.0.1',
        servername: NAME,
        port: door.port,
        path,
        ca: door.caText,
        agent: false,
        method: sent.method ?? (sent.body === undefined ? 'GET' : 'POST'),
        headers: { host: `${NAME}:${door.port}`, ...sent.headers },
        ...(sent.from && { localAddress: sent.from }),
        ...(sent.signal && { signal: sent.signal }),
      },
      resolve,
    )
    request.on('error', reject)
    request.end(sent.body)
  })

export async function send(door: Door, path: string, sent: Sent = {}): Promise<Answer> {
  const response = await open(door, path, sent)
  const body = await text(response)
  return { status: response.statusCode!, headers: response.headers, text: body, json: parsed(body) }
}

export const jsonBody = (value: unknown): Pick<Sent, 'body' | 'headers'> => ({
  body: JSON.stringify(value),
  headers: { 'content-type': 'application/json' },
})

function parsed(body: string): any {
  try {
    return JSON.parse(body)
  } catch {
    return undefined
  }
}
