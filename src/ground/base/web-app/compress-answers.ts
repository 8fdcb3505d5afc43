import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import type { FastifyInstance, FastifyReply } from 'fastify'
import { chooseEncoding } from './encoding.ts'

/** Below this size, compression saves less than its headers cost. */
const SMALLEST_BYTES = 1024

const compress = {
  br: (text: string | Buffer) => brotlied(text, { params: { [constants.BROTLI_PARAM_QUALITY]: 4 } }),
  gzip: (text: string | Buffer) => gzipped(text, { level: 4 }),
}
const brotlied = promisify(brotliCompress)
const gzipped = promisify(gzip)

/**
 * @param below Paths whose responses are large and contain no secrets. If an attacker controls a part of a response,
 * its compressed length reveals the rest (BREACH).
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

const isJsonBytes = (payload: unknown, reply: FastifyReply): payload is Buffer =>
  Buffer.isBuffer(payload) && String(reply.getHeader('content-type')).startsWith('application/json')
