import { randomBytes } from 'node:crypto'
import type { FastifyReply, FastifyRequest } from 'fastify'
import type { WebApp } from './open.ts'

export const SCRIPT_FRAME = '/assets/frame'

const SCRIPT_NAME = /^[\w.-]+\.js$/

/**
 * The page has no origin, network or session. It runs only the app's scripts that its query names
 * (`?script=a.js&script=b.js`), in order.
 * @returns False, without a response, if the query names anything else.
 */
export async function sendScriptFrame(
  webApp: WebApp,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<boolean> {
  const names = new URL(request.url, 'http://app').searchParams.getAll('script')
  if (names.length === 0 || !names.every((name) => SCRIPT_NAME.test(name))) return false
  const assets = await Promise.all(names.map((name) => webApp.find(`/assets/${name}`)))
  if (assets.includes(undefined)) return false
  const nonce = randomBytes(16).toString('base64')
  const scripts = names.map((name) => `<script nonce="${nonce}" src="${name}"></script>\n`)
  void reply
    .headers({
      'content-security-policy': [
        'sandbox allow-scripts',
        "default-src 'none'",
        `script-src 'nonce-${nonce}'`,
        "style-src 'unsafe-inline'",
        "form-action 'none'",
        "base-uri 'none'",
        "frame-ancestors 'self'",
      ].join('; '),
      'content-type': 'text/html; charset=utf-8',
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    })
    .send(`<!doctype html>\n<meta charset="utf-8">\n<title></title>\n<body>\n${scripts.join('')}`)
  return true
}
