const scratch = document.implementation.createHTMLDocument('').body

/**
 * The character of a reference such as `&eacute;`, or the unknown reference unchanged. It replaces the
 * package of this name in pages: browsers know the two thousand names.
 */
export function decodeHTMLStrict(reference: string): string {
  if (!/^&[a-z\d]+;$/i.test(reference)) return reference
  scratch.innerHTML = reference
  const decoded = scratch.textContent
  // A browser may decode the beginning of an unknown name: `&notit;` would be `¬it;`.
  return decoded.length > 1 && decoded.endsWith(';') ? reference : decoded
}
