import { hash } from 'node:crypto'
import type { IncomingHttpHeaders } from 'node:http'
import type { FastifyReply } from 'fastify'
import { PROTECTIVE_HEADERS } from './serving.ts'

export interface FrameAddresses {
  source: string
  download: string
  isMarked: boolean
}

/**
 * True if the browser opens the file itself, not within a frame. Over http, browsers omit `Sec-Fetch-Dest`. Then the
 * header `Upgrade-Insecure-Requests` identifies a navigation, and a mark in the address identifies a file in a frame.
 */
export const isOpenedByItself = (
  headers: IncomingHttpHeaders,
  { isMarked }: Pick<FrameAddresses, 'isMarked'>,
): boolean => {
  const destination = headers['sec-fetch-dest']
  if (destination !== undefined) return destination === 'document'
  return !isMarked && headers['upgrade-insecure-requests'] === '1'
}

/** The document in the frame of this page cannot navigate to another site, and so cannot send data there in a URL. */
export const sendFramePage = (reply: FastifyReply, title: string, addresses: FrameAddresses): FastifyReply =>
  reply
    .headers({
      ...PROTECTIVE_HEADERS,
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': FRAME_PAGE_POLICY,
      'connection-allowlist': '(response-origin)',
      'cross-origin-opener-policy': 'same-origin',
    })
    .send(framePage(title, addresses))

export const framePage = (title: string, { source, download }: FrameAddresses): string => `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex">
<link rel="icon" href="data:,">
<title>${escaped(title)}</title>
<style>${STYLE}</style>
</head>
<body>
<header>
<h1 dir="auto" title="${escaped(title)}">${escaped(title)}</h1>
<p>Shown apart from your account</p>
<a href="${escaped(download)}" download="${escaped(title)}">Download</a>
</header>
<iframe sandbox="allow-scripts" referrerpolicy="no-referrer" title="${escaped(title)}" src="${escaped(source)}"></iframe>
</body>
</html>
`

const escaped = (text: string): string =>
  text.toWellFormed().replace(/[&<>"']/g, (character) => `&#${character.charCodeAt(0)};`)

// Copies the values of design tokens, because this page cannot load the tokens.
const STYLE = `
:root { color-scheme: light dark; --line: light-dark(oklch(0.25 0.02 264 / 11%), oklch(0.95 0.01 264 / 12%)) }
html, body { height: 100%; margin: 0 }
body {
  display: flex; flex-direction: column;
  background: light-dark(oklch(0.994 0.001 264), oklch(0.19 0.006 264));
  color: light-dark(oklch(0.235 0.008 264), oklch(0.94 0.004 264));
  font: 0.875rem/1.25 -apple-system, BlinkMacSystemFont, 'Segoe UI', 'Noto Sans', Helvetica, Arial, sans-serif;
}
header { display: flex; align-items: center; gap: 1rem; min-height: 3rem; padding: 0 0.75rem 0 1rem; border-bottom: 1px solid var(--line) }
h1 { flex: 0 1 auto; min-width: 0; margin: 0; font-size: inherit; font-weight: 600; overflow: hidden; white-space: nowrap; text-overflow: ellipsis }
p { flex: 1 1 0; min-width: 0; margin: 0; overflow: hidden; white-space: nowrap; text-overflow: ellipsis; color: light-dark(oklch(0.44 0.011 264), oklch(0.77 0.008 264)) }
a {
  flex: none; display: inline-flex; align-items: center; min-height: 2rem; padding: 0 0.75rem; border-radius: 8px;
  border: 1px solid var(--line); color: inherit; font-weight: 500; text-decoration: none;
}
a:hover { background: light-dark(oklch(0.25 0.02 264 / 6%), oklch(0.95 0.01 264 / 7%)) }
a:focus-visible { outline: 2px solid light-dark(oklch(0.51 0.165 268), oklch(0.56 0.15 268)); outline-offset: 2px }
iframe { flex: 1 1 0; min-height: 0; width: 100%; border: 0; background: #fff }
@media (pointer: coarse) { a { min-height: 2.75rem } header { min-height: 3.5rem } }
@media (max-width: 30rem) { p { display: none } h1 { flex: 1 1 0 } }
`

const FRAME_PAGE_POLICY = [
  "default-src 'none'",
  `style-src 'sha256-${hash('sha256', STYLE, 'base64')}'`,
  'img-src data:',
  "frame-src 'self'",
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'self'",
].join('; ')
