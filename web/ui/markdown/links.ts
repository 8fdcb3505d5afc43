const PROTOCOLS = new Set(['http:', 'https:', 'mailto:'])

/** Whether a link from untrusted text may be followed: http, https, mailto or an address on this site. */
export function isSafeLink(href: string): boolean {
  try {
    // The browser's own parser, so that `java\nscript:` and its kind are seen as the browser sees them.
    return PROTOCOLS.has(new URL(href, 'https://this.site.invalid/').protocol)
  } catch {
    return false
  }
}

/** Whether an address holds a picture itself. In an image none of these runs scripts. */
export const isPictureData = (src: string): boolean =>
  /^data:image\/(?:png|jpeg|gif|webp|avif|svg\+xml)[;,]/i.test(src)

/** Paths of files: chat files, attached files, and artifacts with and without a public link. */
const FILE_PATH =
  /^(?:\/b\/[^/]+)?\/(?:artifacts\/[^/]+\/[^/]+|api\/v1\/files\/[^/]+\/content|portal\/(?:artifacts|p)\/[^/]+\/content)$/

/**
 * True for the address of a file on this site, under any of its names. A picture in a text is requested with
 * the reader's session, so no other address of ours is allowed: some of them perform actions.
 */
export function isFileHere(src: string): boolean {
  try {
    const { origin, pathname } = new URL(src, 'https://this.site.invalid/')
    return origin === 'https://this.site.invalid' && FILE_PATH.test(pathname)
  } catch {
    return false
  }
}
