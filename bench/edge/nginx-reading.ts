import { createServer, type IncomingMessage } from 'node:http'
import { once } from 'node:events'
import { connect, type AddressInfo } from 'node:net'
import type { ReadRequest } from '../../tests/edge/support/node-reading.ts'
import { MEASURED } from '../support/cores.ts'
import { SENDER, startReader } from './nginx.ts'

const READ_TIMEOUT_MS = 400

export type ReadByNginx = (bytes: Buffer, count: number) => Promise<ReadRequest[]>

export async function openNginxReader(): Promise<ReadByNginx> {
  let seen: ReadRequest[] = []
  let sender = ''
  let changed = () => {}
  const record = (
    { method = '', url = '', httpVersion, headers, rawHeaders }: IncomingMessage,
    body: string,
  ) => {
    if (headers[SENDER] !== sender) return
    const at = rawHeaders.findIndex((text, index) => index % 2 === 0 && text.toLowerCase() === SENDER)
    seen.push({ method, target: url, version: httpVersion, fields: rawHeaders.toSpliced(at, 2), body })
    changed()
  }
  const upstream = createServer(async (request, response) => {
    const pieces = await request.toArray()
    record(request, Buffer.concat(pieces).toString('latin1'))
    response.end()
  }).listen(0, '127.0.0.1')
  await once(upstream, 'listening')
  upstream.unref()
  const { port } = await startReader(MEASURED, (upstream.address() as AddressInfo).port)
  return async (bytes, count) => {
    seen = []
    sender = ''
    const socket = connect(port, '127.0.0.1')
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, READ_TIMEOUT_MS)
      const done = () => {
        clearTimeout(timer)
        resolve()
      }
      changed = () => seen.length >= count && done()
      socket
        .on('error', () => {})
        .on('close', done)
        .on('connect', () => {
          sender = String(socket.localPort)
          socket.write(bytes)
        })
        .resume()
    })
    socket.destroy()
    return seen
  }
}
