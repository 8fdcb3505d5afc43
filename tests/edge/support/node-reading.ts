import { createRequire } from 'node:module'

/** All strings are decoded as Latin-1. */
export interface ReadRequest {
  method: string
  target: string
  version: string
  fields: string[]
  body: string
}

export interface ReadAnswer {
  head: { version: string; status: number; reason: string; fields: string[] } | null
  body: string
  end: 'open' | 'whole' | 'failed'
}

interface Parser {
  [callback: number]: (...args: never[]) => unknown
  initialize(kind: number, resource: object, mostHeadBytes: number, lenient: number): void
  execute(bytes: Buffer): number | Error
  finish(): Error | undefined
  close(): void
}

interface ParserKind {
  new (): Parser
  REQUEST: number
  RESPONSE: number
  kOnHeaders: number
  kOnHeadersComplete: number
  kOnBody: number
  kOnMessageComplete: number
}

/** Calls the parser of `node:http` directly, because sockets would take a hundred times as long. */
const { HTTPParser, methods } = createRequire(import.meta.url)('_http_common') as {
  HTTPParser: ParserKind
  methods: string[]
}

const MAX_HEAD_BYTES = 32 * 1024

export function readByNode(bytes: Buffer): ReadRequest[] {
  const read: ReadRequest[] = []
  // The parser stops after an upgrade request, but a server that ignores the upgrade reads on.
  for (let at = 0, more = 1; at < bytes.length && more > 0; at += more)
    more = readOn(bytes.subarray(at), read)
  return read
}

/** @returns Number of bytes read; 0 if they are not a request. */
function readOn(bytes: Buffer, read: ReadRequest[]): number {
  let running: ReadRequest | null = null
  const parser = new HTTPParser()
  parser.initialize(HTTPParser.REQUEST, {}, MAX_HEAD_BYTES, 0)
  let early: string[] = []
  let url = ''
  parser[HTTPParser.kOnHeaders] = (fields: string[], target: string) => {
    early.push(...fields)
    url += target
  }
  parser[HTTPParser.kOnHeadersComplete] = (
    major: number,
    minor: number,
    fields: string[] | undefined,
    method: number,
    target: string | undefined,
  ) => {
    const version = `${major}.${minor}`
    running = {
      method: methods[method]!,
      target: url + (target ?? ''),
      version,
      fields: [...early, ...(fields ?? [])],
      body: '',
    }
    early = []
    return 0
  }
  parser[HTTPParser.kOnBody] = (piece: Buffer) => void (running!.body += piece.toString('latin1'))
  parser[HTTPParser.kOnMessageComplete] = () => {
    read.push(running!)
    early = []
    url = ''
  }
  const result = parser.execute(bytes)
  parser.close()
  return typeof result === 'number' ? result : 0
}

export function readAnswerByNode(bytes: Buffer, method: 'GET' | 'HEAD'): ReadAnswer {
  const answer: ReadAnswer = { head: null, body: '', end: 'open' }
  const parser = new HTTPParser()
  parser.initialize(HTTPParser.RESPONSE, {}, 64 * 1024, 0)
  let early: string[] = []
  let isFinal = false
  parser[HTTPParser.kOnHeaders] = (fields: string[]) => void early.push(...fields)
  parser[HTTPParser.kOnHeadersComplete] = (
    major: number,
    minor: number,
    fields: string[] | undefined,
    _method: undefined,
    _target: undefined,
    status: number,
    reason: string,
  ) => {
    isFinal = status >= 200
    if (isFinal && answer.end === 'open')
      answer.head = { version: `${major}.${minor}`, status, reason, fields: [...early, ...(fields ?? [])] }
    early = []
    return method === 'HEAD' || !isFinal ? 1 : 0
  }
  parser[HTTPParser.kOnBody] = (piece: Buffer) => {
    if (answer.end === 'open') answer.body += piece.toString('latin1')
  }
  parser[HTTPParser.kOnMessageComplete] = () => {
    if (isFinal && answer.end === 'open') answer.end = 'whole'
    early = []
  }
  if (!(parser.execute(bytes) instanceof Error)) parser.finish()
  parser.close()
  if (answer.end === 'open') answer.end = 'failed'
  return answer
}
