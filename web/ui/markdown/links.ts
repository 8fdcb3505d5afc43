const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** True if a link from untrusted text is safe: `http:`, `https:`, `mailto:` or an address on this site. */
export function isSafeLink(href: string): boolean {
  try {
    // The browser's own parser, so that `java\nscript:` and similar are read like the browser reads them.
    return PROTOCOLS.has(new URL(href, 'https://this.site.invalid/').protocol)
  } catch {
    return false
  }
}

/** True for data URLs of pictures. In an `<img>`, they run no scripts. */
export const isPictureData = (src: string): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(src)

const FILE_PATH =
  /^(?:\/b\/[^/]+)?\/(?:artifacts\/[^/]+\/[^/]+|api\/v1\/files\/[^/]+\/content|portal\/(?:artifacts|p)\/[^/]+\/content)$/

/**
 * True for a file on this site. Other addresses of this site are excluded, because some of them perform actions with
 * the reader's session.
 */
export function isFileHere(src: string): boolean {
  try {
    const { origin, pathname } = new URL(src, 'https://this.site.invalid/')
    return origin === 'https://this.site.invalid' && FILE_PATH.test(pathname)
  } catch {
    return false
  }
}
