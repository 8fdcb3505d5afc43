export interface FileServing {
  disposition: 'inline' | 'attachment'
  contentType: string
  contentSecurityPolicy: string
  connectionAllowlist: string
  /** True if the document can run scripts or load resources, so it must be shown in a frame. */
  isActive: boolean
}

const RASTER_AND_MEDIA = new Set([
  ...['png', 'jpeg', 'gif', 'webp', 'avif', 'bmp', 'x-icon', 'vnd.microsoft.icon'].map(
    (name) => `image/${name}`,
  ),
  ...['mpeg', 'mp4', 'aac', 'ogg', 'opus', 'wav', 'x-wav', 'wave', 'webm', 'flac'].map(
    (name) => `audio/${name}`,
  ),
  ...['mp4', 'webm', 'ogg', 'quicktime', 'mpeg'].map((name) => `video/${name}`),
])

const TEXT_LIKE =
  /^(text\/.+|application\/(.+\+)?(json|yaml|toml|sql|x-sh|javascript|ecmascript|typescript|x-ndjson|jsonl))$/
const HTML = new Set(['text/html', 'application/xhtml+xml'])
const XML = /^(image\/svg\+xml|(text|application)\/(.+\+)?(xml|xsl|xslt))$/

/**
 * Files that run scripts or load resources never get our origin: HTML and XML are sandboxed, text is `text/plain`,
 * and other types that browsers cannot show safely are downloads. Browsers refuse a sandboxed PDF, so PDF has no
 * `sandbox`.
 *
 * @param allowOrigins Validated origins that HTML may load from.
 */
export function servingOf(type: string, allowOrigins: readonly string[]): FileServing {
  if (HTML.has(type))
    return {
      ...inline('text/html; charset=utf-8', htmlPolicy(allowOrigins)),
      connectionAllowlist: `(${allowOrigins.map((origin) => `"${origin}"`).join(' ')})`,
      isActive: true,
    }
  if (XML.test(type))
    return {
      ...inline(type === 'image/svg+xml' ? type : 'application/xml', SCRIPTLESS_POLICY),
      isActive: true,
    }
  if (type === 'application/pdf') return loadingItself(type, "default-src 'none'; frame-ancestors 'self'")
  if (TEXT_LIKE.test(type)) return inline('text/plain; charset=utf-8', `sandbox; ${NOTHING_POLICY}`)
  if (RASTER_AND_MEDIA.has(type)) return loadingItself(type, MEDIA_POLICY)
  return { ...inline('application/octet-stream', `sandbox; ${NOTHING_POLICY}`), disposition: 'attachment' }
}

/** `CONNECT_NOWHERE` permits no connection; `CONNECT_HERE` permits the document to load its own URL again. */
const CONNECT_NOWHERE = '()'
const CONNECT_HERE = '(response-origin)'

export const PROTECTIVE_HEADERS = {
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'private, no-store',
  'x-dns-prefetch-control': 'off',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=(), usb=(), clipboard-read=()',
  // Covers connections that a Content-Security-Policy does not: DNS prefetch, preconnect, WebRTC and navigation.
  'connection-allowlist': CONNECT_NOWHERE,
} as const

export const ERROR_POLICY = "sandbox; default-src 'none'; frame-ancestors 'self'"

const inline = (contentType: string, contentSecurityPolicy: string): FileServing => ({
  disposition: 'inline',
  contentType,
  contentSecurityPolicy,
  connectionAllowlist: CONNECT_NOWHERE,
  isActive: false,
})

// Browsers show an image, video or PDF in an internal page that loads the same URL again.
const loadingItself = (contentType: string, contentSecurityPolicy: string): FileServing => ({
  ...inline(contentType, contentSecurityPolicy),
  connectionAllowlist: CONNECT_HERE,
})

const NOTHING_POLICY = "default-src 'none'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

const SCRIPTLESS_POLICY = `sandbox; default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; base-uri 'none'; frame-ancestors 'self'`

const MEDIA_POLICY =
  "default-src 'none'; img-src 'self'; media-src 'self'; style-src 'unsafe-inline'; form-action 'none'; base-uri 'none'; frame-ancestors 'self'"

const htmlPolicy = (allowOrigins: readonly string[]): string => {
  const allow = allowOrigins.map((origin) => ` ${origin}`).join('')
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src 'unsafe-inline'${allow}`,
    `style-src 'unsafe-inline'${allow}`,
    `img-src data: blob:${allow}`,
    `font-src data:${allow}`,
    `media-src data: blob:${allow}`,
    `connect-src${allow || " 'none'"}`,
    "frame-src 'none'",
    "object-src 'none'",
    "worker-src 'none'",
    "form-action 'none'",
    "base-uri 'none'",
    "frame-ancestors 'self'",
    "webrtc 'block'",
  ].join('; ')
}
