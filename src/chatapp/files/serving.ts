import { RASTER } from './content-type.ts'

/** Headers of a person's own file. Only raster images are shown in place; whatever else it is can't run here. */
export function fileHeaders(file: {
  filename: string
  contentType: string
  size: number
  download: boolean
}) {
  const inline = RASTER.has(file.contentType) && !file.download
  return {
    'content-type': inline ? file.contentType : 'application/octet-stream',
    'content-length': String(file.size),
    'content-disposition': disposition(inline ? 'inline' : 'attachment', file.filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'referrer-policy': 'no-referrer',
    'cache-control': 'private, no-cache',
  }
}

/** RFC 6266, with RFC 5987 for names beyond ASCII. */
const disposition = (kind: 'inline' | 'attachment', filename: string): string => {
  const ascii = filename.replaceAll(/[^\x20-\x7e]|["\\%]/g, '_')
  const encoded = encodeURIComponent(filename).replaceAll(
    /['()*]/g,
    (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`,
  )
  return `${kind}; filename="${ascii}"; filename*=UTF-8''${encoded}`
}
