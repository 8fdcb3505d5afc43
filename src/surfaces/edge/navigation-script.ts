import type { IncomingMessage, ServerResponse } from 'node:http'
import { sha256 } from '#ground/base/ids.ts'
import { refuse, send } from './answer.ts'

/**
 * Runs in the web chat's pages. Shows the way to the Console to those who may manage something, and nothing to
 * everyone else: the Console's own answer decides. A page whose root element has `data-svc-navigation` shows the way
 * itself: the attribute then holds the address, and an event `svc-navigation` says when it changes.
 */
const SCRIPT = `(() => {
  const ID = 'svc-portal-link', CONSOLE = '/portal/', root = document.documentElement
  const signedOut = () => location.pathname.startsWith('/auth')
  const show = (address) => {
    if (root.hasAttribute('data-svc-navigation')) {
      root.dataset.svcNavigation = address ?? ''
      root.dispatchEvent(new Event('svc-navigation'))
      return
    }
    const shown = document.getElementById(ID)
    if (!address || shown) return address || shown?.remove()
    const link = document.createElement('a')
    Object.assign(link, { id: ID, href: address, textContent: 'Console' })
    Object.assign(link.style, {
      position: 'fixed', right: '12px', bottom: '12px', zIndex: 40, padding: '4px 10px', borderRadius: '8px',
      font: '13px system-ui, sans-serif', color: 'CanvasText', background: 'Canvas', border: '1px solid GrayText',
      textDecoration: 'none',
    })
    document.body.append(link)
  }
  const check = async () => {
    if (signedOut()) return show(null)
    const answer = await fetch('/portal/api/me?brief=true', { headers: { accept: 'application/json' } }).catch(() => null)
    show(answer?.ok && answer.headers.get('content-type')?.includes('json') ? CONSOLE : null)
    answer?.body?.cancel()
  }
  let before = signedOut()
  window.navigation?.addEventListener('navigatesuccess', () => {
    if (before !== signedOut()) check()
    before = signedOut()
  })
  check()
})()
`

const ETAG = `"${sha256(SCRIPT).slice(0, 16)}"`
const HEADERS = { ETag: ETAG, 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }

export function serveNavigationScript(request: IncomingMessage, response: ServerResponse): void {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return refuse(request, response, 'method_not_allowed')
  if (request.headers['if-none-match']?.includes(ETAG)) {
    response.writeHead(304, HEADERS).end()
    return
  }
  send(response, 200, HEADERS, 'text/javascript; charset=utf-8', SCRIPT)
}
