import type { IncomingMessage } from 'node:http'
import { Transform, type Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'

export class BodyRefused extends Error {
  override readonly name = 'BodyRefused'
}

export interface TraceBodyLimits {
  /** Maximum bytes of one body after decompression. */
  mostBytes: number
  /** Maximum bytes of all bodies that are read at the same time. */
  mostBytesAtOnce: number
}

export type ReadBody = (request: IncomingMessage) => Promise<Buffer>

export function createBodyReader({ mostBytes, mostBytesAtOnce }: TraceBodyLimits): ReadBody {
  let bufferedBytes = 0
  return async (request) => {
    const pieces: Buffer[] = []
    let size = 0
    const collect = new Transform({
      transform(piece: Buffer, _encoding, done) {
        if (size + piece.length > mostBytes)
          return done(new BodyRefused(`The body is larger than ${mostBytes} bytes.`))
        if (bufferedBytes + piece.length > mostBytesAtOnce)
          return done(new BodyRefused('Too much is being sent at once. Send smaller batches.'))
        size += piece.length
        bufferedBytes += piece.length
        pieces.push(piece)
        done()
      },
    })
    collect.resume()
    try {
      await pipeline([...plain(request), collect])
      return pieces.length === 1 ? pieces[0]! : Buffer.concat(pieces, size)
    } catch (error) {
      if (error instanceof BodyRefused) throw error
      throw new BodyRefused('The body could not be read.')
    } finally {
      bufferedBytes -= size
    }
  }
}

const plain = (request: IncomingMessage): [Readable, ...Transform[]] => {
  const encoding = (request.headers['content-encoding'] ?? 'identity').trim().toLowerCase()
  // `pipeline` would destroy the request, and with it the connection for the response.
  const source = withoutOwnership(request)
  if (encoding === 'identity' || encoding === '') return [source]
  if (encoding === 'gzip' || encoding === 'x-gzip') return [source, createGunzip()]
  throw new BodyRefused('The compression of the body is not supported; use gzip or none.')
}

const withoutOwnership = (request: IncomingMessage): Transform => {
  const pass = new Transform({ transform: (piece, _encoding, done) => done(null, piece) })
  request.once('error', (error) => pass.destroy(error))
  request.once(
    'close',
    () =>
      request.complete || pass.destroy(new Error('the connection closed before the request was complete')),
  )
  return request.pipe(pass)
}
