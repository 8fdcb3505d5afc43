import { execFile } from 'node:child_process'
import { connect } from 'node:net'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { OTHERS } from './cores.ts'
import { program } from './programs.ts'

export interface Load {
  requests: number
  perSecond: number
  /** Milliseconds until the whole response arrived. */
  p50: number
  p99: number
}

export interface Request {
  port: number
  method?: 'GET' | 'POST'
  path: string
  headers?: Record<string, string>
  expect: string
  /** Ten `#` in the body or headers become a unique number. */
  body?: string
}

/**
 * Uses `wrk`, because a client in Node needs as much processor time as the server. @throws Error for an unexpected
 * response
 */
export async function load(
  request: Request,
  { connections, seconds }: { connections: number; seconds: number },
): Promise<Load> {
  const text = textOf(request)
  const length = await lengthOfAnswer(request, text.replaceAll(NUMBER, '0000000000'))
  const options = ['-t1', `-c${connections}`, `-d${seconds}s`, '--timeout', '10s', '-s', SCRIPT]
  const command = [program('wrk'), ...options, `http://127.0.0.1:${request.port}`, '--', text]
  const { stdout } = await run(program('taskset'), ['-c', String(OTHERS), ...command])
  const { requests, micros, bytes, p50, p99, failed, broken } = JSON.parse(
    stdout.trim().split('\n').at(-1)!,
  ) as Record<'requests' | 'micros' | 'bytes' | 'p50' | 'p99' | 'failed' | 'broken', number>
  if (failed + broken > 0)
    throw new Error(`${failed} answers with an error's status, ${broken} broken off, of ${requests}`)
  if (Math.abs(bytes / requests / length - 1) > TOLERATED)
    throw new Error(`answers have ${(bytes / requests).toFixed(0)} bytes, the first one had ${length}`)
  return { requests, perSecond: (requests * 1e6) / micros, p50: p50 / 1000, p99: p99 / 1000 }
}

const run = promisify(execFile)
const SCRIPT = join(import.meta.dirname, 'wrk.lua')
const NUMBER = '#'.repeat(10)
/**
 * Tolerated relative difference between the average response and the first response in bytes. `wrk` counts the bytes
 * of unfinished responses, but does not count these responses.
 */
const TOLERATED = 0.03

function textOf({ port, method = 'GET', path, headers = {}, body }: Request): string {
  const fields = {
    Host: `127.0.0.1:${port}`,
    ...headers,
    ...(body !== undefined && {
      'Content-Type': 'application/json',
      'Content-Length': String(Buffer.byteLength(body)),
    }),
  }
  const lines = Object.entries(fields).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${lines.join('')}\r\n${body ?? ''}`
}

async function lengthOfAnswer({ port, expect }: Request, text: string): Promise<number> {
  const socket = connect(port, '127.0.0.1').setEncoding('latin1')
  socket.write(text)
  let answer = ''
  socket.setTimeout(10_000, () => socket.destroy(new Error('no answer within ten seconds')))
  for await (const piece of socket) {
    answer += piece
    if (isComplete(answer)) break
  }
  if (!answer.startsWith('HTTP/1.1 200') || !answer.includes(expect))
    throw new Error(`this is not the answer that was expected:\n${answer}`)
  return answer.length
}

function isComplete(answer: string): boolean {
  if (answer.endsWith('\r\n0\r\n\r\n')) return true
  const length = /\r\ncontent-length: (\d+)/i.exec(answer)
  const head = answer.indexOf('\r\n\r\n')
  return length !== null && head !== -1 && answer.length >= head + 4 + Number(length[1])
}
