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

/** Paths of chat files, uploaded files, and artifacts with and without a public link. */
const FILE_PATH =
  /^(?:\/b\/[^/]+)?\/(?:artifacts\/[^/]+\/[^/]+|api\/v1\/files\/[^/]+\/content|portal\/(?:artifacts|p)\/[^/]+\/content)$/

/**
 * True for the address of a file on this site. A picture is requested with the reader's session, so other addresses
 * of this site are excluded: some of them perform actions.
 */
export function isFileHere(src: string): boolean {
  try {
    const { origin, pathname } = new URL(src, 'https://this.site.invalid/')
    return origin === 'https://this.site.invalid' && FILE_PATH.test(pathname)
  } catch {
    return false
  }
}
