/** RFC 6266: an ASCII name for old clients and the exact name in the encoding of RFC 8187. */
export function contentDisposition(kind: 'inline' | 'attachment', filename: string): string {
  const ascii =
    filename
      .normalize('NFKD')
      .replace(/[^\x20-\x7e]/g, '')
      .replace(/["\\%]/g, '')
      .trim() || 'file'
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encodeExtended(filename)}`
}

/** Escapes `'()*`, which `encodeURIComponent` keeps and RFC 8187 forbids. */
const encodeExtended = (text: string): string =>
  encodeURIComponent(text.toWellFormed()).replace(
    /['()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  )
