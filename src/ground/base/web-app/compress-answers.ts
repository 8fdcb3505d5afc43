import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseEncoding } from './encoding.ts'

/** Below this the headers cost more than is won. */
const SMALLEST_BYTES = 1024

/** Quick levels: an answer is read once. */
const compress = {
  br: (text: string | Buffer) => brotlied(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string | Buffer) => gzipped(text, { level: 4 }),
}
const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * Compresses responses below these addresses, if the client accepts it. Streams are never touched.
 *
 * Name only addresses with large responses without secrets. All else is sent uncompressed, because the length
 * of a compressed response reveals the rest to an attacker who controls a part of it (BREACH).
 */
export function compressAnswers(app: FastifyInstance, below: readonly string[]): void {
  app.addHook('onSend', async ({ url, headers }, reply, payload) => {
    if (
      !(typeof payload === 'string' || isJsonBytes(payload, reply)) ||
      !below.some((address) => url.startsWith(address))
    )
      return payload
    if (Buffer.byteLength(payload) < SMALLEST_BYTES) return payload
    reply.header('vary', 'accept-encoding')
    const encoding = chooseEncoding(headers['accept-encoding'], ['br', 'gzip'])
    if (!encoding) return payload
    reply.header('content-encoding', encoding).removeHeader('content-length')
    return compress[encoding](payload)
  })
}

/** A large answer that was encoded already; files are bytes too, and stay as they are. */
const isJsonBytes = (payload: unknown, reply: FastifyReply): payload is Buffer =>
  Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).startsWith('application/json')
