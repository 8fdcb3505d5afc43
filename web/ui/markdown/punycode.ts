/**
 * Stands in for the package of this name in pages: a browser writes names of machines in ASCII by itself. What somebody wrote
 * in ASCII stays so, which shows a name that only looks like another.
 */
const punycode = {
  /** @throws TypeError when it is no name of a machine; the link stays as it was written then. */
  toASCII: (host: string): string => (/^[ -~]*$/.test(host) ? host : new URL(`http://${host}`).hostname),
  toUnicode: (host: string): string => host,
}
// The package has one.
// oxlint-disable-next-line import/no-default-export
export default punycode
