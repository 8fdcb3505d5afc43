/**
 * A `Content-Disposition` value (RFC 6266): a plain ASCII name for old readers, and the exact name,
 * percent-encoded by RFC 8187, for the rest.
 */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const ascii =
    filename
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%]/g, '')
      .trim() || 'file'
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(filename)}`
}

/** `encodeURIComponent` leaves `'()*` alone, which RFC 8187 does not allow. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
