import { sha256 } from '#ground/base/ids.ts'
import { sendEdgeRefusal, sendEdgeAnswer } from './answer.ts'
import { writeHeaderLines } from './engine/fields.ts'
import type { EdgeReply } from './engine/reply.ts'
import type { ClientRequest } from './engine/request.ts'

/** Runs in the web chat's pages and shows a link to the Console to people who manage something. */
const SCRIPT = `(() => {
  const DETOURS = __DETOURS__
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
  const redirectOf = (path) => {
    const below = Object.keys(DETOURS).find((from) => from.endsWith('/') && path.startsWith(from))
    return DETOURS[path] ?? DETOURS[path.replace(/\\/+$/, '')] ?? DETOURS[below]
  }
  const follow = () => {
    const to = redirectOf(location.pathname)
    if (to && to !== location.pathname) location.replace(to)
  }
  if (Object.keys(DETOURS).length > 0) {
    for (const name of ['pushState', 'replaceState']) {
      const change = history[name]
      history[name] = function (...args) {
        change.apply(this, args)
        follow()
      }
    }
    addEventListener('popstate', follow)
    follow()
  }
  let before = signedOut()
  window.navigation?.addEventListener('navigatesuccess', () => {
    if (before !== signedOut()) check()
    before = signedOut()
  })
  check()
})()
`

const HEADERS = { 'Cache-Control': 'no-cache', 'X-Content-Type-Options': 'nosniff' }

export const navigationScript = (redirects: Readonly<Record<string, string>>): string =>
  SCRIPT.replace('__DETOURS__', JSON.stringify(redirects))

export function serveScript(request: ClientRequest, reply: EdgeReply, script: string): void {
  if (request.method !== 'GET' && request.method !== 'HEAD')
    return sendEdgeRefusal(request, reply, 'method_not_allowed')
  const etag = `"${sha256(script).slice(0, 16)}"`
  const headers = { ...HEADERS, ETag: etag }
  if (request.fields.value('if-none-match')?.includes(etag))
    return reply.send(304, writeHeaderLines(Object.entries(headers).flat()))
  return sendEdgeAnswer(reply, 200, headers, 'text/javascript; charset=utf-8', script)
}
