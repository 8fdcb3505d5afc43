/** Replaces the package `punycode.js`. Host names stay in ASCII form, which exposes look-alike letters. */
const punycode = {
  /** @throws TypeError for an invalid host name; the link then keeps its text. */
  toASCII: (host: string): string => (/^[ -~]*$/.test(host) ? host : new URL(`http://${host}`).hostname),
  toUnicode: (host: string): string => host,
}
// The replaced package has a default export.
// oxlint-disable-next-line import/no-default-export
export default punycode
