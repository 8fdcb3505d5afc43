const scratch = document.implementation.createHTMLDocument('').body

/**
 * Replaces the package `entities`, because the browser knows the names of character references. Unknown references
 * stay unchanged.
 */
export function decodeHTMLStrict(reference: string): string {
  if (!/^&[a-z\d]+;$/i.test(reference)) return reference
  scratch.innerHTML = reference
  const decoded = scratch.textContent
  // Browsers decode the known prefix of an unknown name: `&notit;` would be `¬it;`.
  return decoded.length > 1 && decoded.endsWith(';') ? reference : decoded
}
