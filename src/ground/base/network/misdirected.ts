import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import { errorTypeOf, isOpenAiPath, openAiErrorBody } from '../openai-error.ts'
import { acceptsHtml, SMALL_PAGE_HEADERS, smallPage } from '../small-page.ts'
import type { OwnAddress } from './own-address.ts'

/**
 * Refuses requests whose `Host` is not a name of this service. Requests without `Host` (HTTP/1.0) pass, because no
 * browser sends them.
 */
export const onlyByOwnName =
  (own: Pick<OwnAddress, 'isNamedBy'>, listener: RequestListener): RequestListener =>
  (request, response) => {
    const { host } = request.headers
    if (host === undefined || own.isNamedBy(host)) return listener(request, response)
    request.resume()
    return answerMisdirected(request, response)
  }

function answerMisdirected(request: IncomingMessage, response: ServerResponse): void {
  const { status, headers, body } = misdirectedAnswer({ isPage: acceptsHtml(request), target: request.url! })
  response.shouldKeepAlive = false
  response.writeHead(status, headers)
  response.end(body)
}

/** Response 421 to a request for another host. Source: RFC 9110, 15.5.20. */
export function misdirectedAnswer({ isPage, target }: { isPage: boolean; target: string }) {
  const code = 'misdirected'
  const error = isOpenAiPath(target)
    ? openAiErrorBody({ message: DETAIL, type: errorTypeOf(421), param: null, code })
    : {}
  const body = isPage ? PAGE : JSON.stringify({ detail: DETAIL, code, ...error })
  const headers: Record<string, string> = {
    'Cache-Control': 'no-store',
    'X-Content-Type-Options': 'nosniff',
    ...(isPage ? SMALL_PAGE_HEADERS : { 'Content-Type': 'application/json; charset=utf-8' }),
    'Content-Length': String(Buffer.byteLength(body)),
  }
  return { status: 421, headers, body }
}

// The message omits the requested name, which may contain any text.
const DETAIL =
  'This Hub does not answer to that name. Set SVC_PUBLIC_URL to the address people use, or add the name to SVC_ALLOWED_HOSTS'

const PAGE = smallPage({
  title: 'Not a name of this Hub',
  text:
    'This Hub does not answer to the name in your address bar. If the Hub is yours, set <code>SVC_PUBLIC_URL</code> to the ' +
    'address people use, or add the name to <code>SVC_ALLOWED_HOSTS</code>, and start it again.',
  refreshSeconds: null,
})
