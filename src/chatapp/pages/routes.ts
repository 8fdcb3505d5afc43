import { createReadStream } from 'node:fs'
import type { FastifyReply, FastifyRequest } from 'fastify'
import { bodyOf } from '../http/errors.ts'
import type { App } from '../http/validation.ts'
import { REFUSALS, type RefusalCode } from '../refusals.ts'
import { readAssets, type Asset, type Encoding } from './assets.ts'
import { chooseEncoding } from './encoding.ts'

export interface PageRouteParts {
  /** Folder of the built web app; it may not be there yet. */
  folder: string
  /** Whether an edge in front serves the script that links to the Console. */
  hasNavigationScript: boolean
}

/** What the app's page may do: everything from here, nothing from anywhere else. */
const PAGE_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "connect-src 'self'",
  "frame-ancestors 'self'",
  "base-uri 'none'",
  "form-action 'self'",
  "object-src 'none'",
].join('; ')

/** Addresses of servers, not of pages: a program that mistypes one must not get a page. */
const NOT_A_PAGE =
  /^\/(api|openai|ollama|oauth|ws|static|assets|v1|uploads|healthz|portal|artifacts|mcp|webhooks)(\/|$)/

const LOADER = `const script = document.createElement('script')
script.src = '/svc-portal-navigation.js'
script.defer = true
document.head.append(script)
`

/** The web app: its files, and its page for every address that it routes itself. */
export function pageRoutes(app: App, { folder, hasNavigationScript }: PageRouteParts): void {
  let assets: Promise<ReadonlyMap<string, Asset>> | null = null
  const loadAssets = () => {
    assets ??= readAssets(folder).catch((error: NodeJS.ErrnoException) => {
      assets = null // built later, it is found then
      if (error.code !== 'ENOENT') throw error
      return new Map<string, Asset>()
    })
    return assets
  }

  app.get('/static/loader.js', async (_request, reply) =>
    reply
      .headers({ 'content-type': 'text/javascript; charset=utf-8', 'cache-control': 'no-cache' })
      .send(hasNavigationScript ? LOADER : ''),
  )

  app.setNotFoundHandler(async (request, reply) => {
    const path = request.url.split('?')[0]!
    const isRead = request.method === 'GET' || request.method === 'HEAD'
    if (!isRead) return refuse(reply, NOT_A_PAGE.test(path) ? 'not_found' : 'method_not_allowed')
    const found = await loadAssets()
    const asset = path === '/index.html' ? undefined : found.get(path)
    if (asset) return sendAsset(request, reply, asset)
    if (NOT_A_PAGE.test(path) || hasEnding(path)) return refuse(reply, 'not_found')
    const page = found.get('/index.html')
    if (!page)
      return reply.code(503).type('text/plain; charset=utf-8').send('The web app has not been built yet.\n')
    reply.headers({ 'content-security-policy': PAGE_POLICY, 'referrer-policy': 'same-origin' })
    return sendAsset(request, reply, page)
  })
}

const hasEnding = (path: string) => /\.[a-z0-9]{1,8}$/i.test(path)

const refuse = (reply: FastifyReply, code: RefusalCode) => reply.code(REFUSALS[code][0]).send(bodyOf(code))

function sendAsset(request: FastifyRequest, reply: FastifyReply, asset: Asset): FastifyReply {
  const encodings = Object.keys(asset.compressed) as Encoding[]
  const encoding = chooseEncoding(request.headers['accept-encoding'], encodings)
  const etag = encoding ? asset.etag.replace(/"$/, `-${encoding}"`) : asset.etag
  reply.headers({
    etag,
    vary: 'accept-encoding',
    'content-type': asset.contentType,
    'x-content-type-options': 'nosniff',
    'cache-control': asset.isImmutable ? 'public, max-age=31536000, immutable' : 'no-cache',
  })
  if (request.headers['if-none-match'] === etag) return reply.code(304).send()
  const file = encoding ? asset.compressed[encoding]! : asset
  reply.header('content-length', String(file.size))
  if (encoding) reply.header('content-encoding', encoding)
  if (request.method === 'HEAD') return reply.send()
  return reply.send(createReadStream(file.path))
}
