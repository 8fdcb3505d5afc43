/**
 * Replaces the package of this name in pages: browsers convert host names to ASCII. ASCII input is unchanged,
 * which exposes look-alike names.
 */
const punycode = {
  /** @throws TypeError when it is no name of a machine; the link stays as it was written then. */
  toASCII: (host: string): string => (/^[ -~]*$/.test(host) ? host : new URL(`http://${host}`).hostname),
  toUnicode: (host: string): string => host,
}
// The package has one.
// oxlint-disable-next-line import/no-default-export
export default punycode
