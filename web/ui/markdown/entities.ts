const scratch = document.implementation.createHTMLDocument('').body

/**
 * Decodes a reference such as `&eacute;`; unknown references stay unchanged. Replaces the package `entities` in
 * pages, because the browser knows the names.
 */
export function decodeHTMLStrict(reference: string): string {
  if (!/^&[a-z\d]+;$/i.test(reference)) return reference
  scratch.innerHTML = reference
  const decoded = scratch.textContent
  // Browsers decode the known prefix of an unknown name: `&notit;` would be `¬it;`.
  return decoded.length > 1 && decoded.endsWith(';') ? reference : decoded
}
