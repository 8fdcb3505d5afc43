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

/** Whether an address stays on this site, whatever the site is called. */
export function isLocalLink(href: string): boolean {
  try {
    return new URL(href, 'https://this.site.invalid/').origin === 'https://this.site.invalid'
  } catch {
    return false
  }
}
