/**
 * One way in which a file tries to send data to other hosts, or to read data of the Hub. The host names contain the
 * name of the attempt, so that a request shows which attempt sent it. Placeholders: `OUT`: host with port; `NAME`: host
 * that does not resolve, because only the lookup of the name counts; `PEER`: UDP port of a WebRTC peer; `MACHINE`:
 * address of this computer; `OWN`: the Hub's origin; `GO`: id of the element to click.
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
