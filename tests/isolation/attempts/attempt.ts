/**
 * An attempt of a file to send or read data. Each attempt uses its own host, so that a request identifies it.
 * Placeholders: `OUT`: this host with port; `NAME`: a host that only resolves; `HOST`: the host without port; `PEER`:
 * a UDP port; `MACHINE`: an address of this computer; `OWN`: the Hub's origin; `GO`: id of the clicked element.
 */
export interface Attempt {
  name: string
  html?: string
  head?: string
  /** Body of an async function that returns the read data, or nothing if reading was blocked. */
  js?: string
  click?: true
  alone?: 'always' | 'unless-refused'
  /** If the attempt is blocked, current versions of Chromium end the page. */
  endsPage?: true
  /** Reason why the attempt fails in current versions of Chromium, even on an unprotected page. */
  inertBecause?: string
}
