import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { nullWhenMissing } from '../missing-file.ts'
import { readAssets, type Asset, type ContentEncoding } from './assets.ts'
import { chooseEncoding } from './encoding.ts'

export interface WebApp {
  /** Does not return pages (`.html`), because only `sendPage` sets their Content-Security-Policy. */
  find(address: string): Promise<Asset | undefined>
  page(name?: string): Promise<Asset | undefined>
}

const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  // Prevents framed content from navigating its frame to another site.
  "frame-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

/** @param folder Output of the build; may not exist yet. */
export function openWebApp(folder: string): WebApp {
  let built: number | null = null
  let assets: Promise<ReadonlyMap<string, Asset>> = Promise.resolve(new Map())
  const load = async () => {
    const now = await builtAt(folder)
    if (now === null || now === built) return assets
    built = now
    const before = assets
    assets = readAssets(folder).catch(async (error: NodeJS.ErrnoException) => {
      built = null
      // A file may be missing while a build replaces the files. This request gets an old file; the next request reads
      // the folder again.
      if (error.code === 'ENOENT') return before
      throw error
    })
    return assets
  }
  return {
    find: async (address) => (address.endsWith('.html') ? undefined : (await load()).get(address)),
    page: async (name = 'index') => (await load()).get(`/${name}.html`),
  }
}

/** `index.html` is the last file that a build writes, so its time shows when the build was complete. */
async function builtAt(folder: string): Promise<number | null> {
  const facts = await stat(join(folder, 'index.html')).catch(nullWhenMissing)
  return facts && facts.mtimeMs
}

export function sendPage(
  request: FastifyRequest,
  reply: FastifyReply,
  page: Asset,
  referrerPolicy: 'same-origin' | 'no-referrer' = 'same-origin',
): FastifyReply {
  void reply.headers({ 'content-security-policy': PAGE_POLICY, 'referrer-policy': referrerPolicy })
  return sendAsset(request, reply, page)
}

export function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const encodings = Object.keys(asset.compressed) as ContentEncoding[]
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
  const etag = encoding ? asset.etag.replace(/"$/, `-${encoding}"`) : asset.etag
  void reply.headers({
    etag,
    vary: 'accept-encoding',
    'content-type': asset.contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  const isGood = reply.statusCode === 200
  if (isGood && request.headers['if-none-match'] === etag) return reply.code(304).send()
  const file = encoding ? asset.compressed[encoding]! : asset
  void reply.header('content-length', String(file.size))
  if (encoding) void reply.header('content-encoding', encoding)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(file.bytes ?? createReadStream(file.path))
}
