/**
 * Everything a file may try to get something out: each attempt calls a host of its own, so that whoever arrives outside
 * can be named. `OUT` stands for that host with its port, `NAME` for one that can only be looked up, `HOST` for the name
 * alone, `PEER` for a port of datagrams, `MACHINE` for an address of this machine, `OWN` for the origin of the Hub, `GO`
 * for the id of the element that is clicked.
 */
export interface Attempt {
  name: string
  /** Markup of the page's body. */
  html?: string
  /** Markup of the page's head. */
  head?: string
  /** Body of an async function. What it returns is what it got; nothing, when it was stopped. */
  js?: string
  /** A person clicks the element with the id `GO` of the markup. */
  click?: true
  /** It takes the page away, so it has a page of its own: always, or where nothing refuses it and leaves the page as it is. */
  alone?: 'always' | 'unless-refused'
  /** It makes today’s Chromium end the page, where that stops it. */
  endsPage?: true
  /** Why a page without any protection doesn't get there either in today’s Chromium. */
  inertBecause?: string
}
