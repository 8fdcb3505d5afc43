import { contentDisposition } from '#ground/base/files/disposition.ts'
import { PROTECTIVE_HEADERS } from '#ground/base/files/serving.ts'
import { RASTER } from '#ground/base/files/sniffed-type.ts'

/** Only raster images are displayed inline, because other types may contain scripts. */
export function fileHeaders(file: { filename: string; contentType: string; download: boolean }) {
  const inline = RASTER.has(file.contentType) && !file.download
  return {
    ...PROTECTIVE_HEADERS,
    'content-type': inline ? file.contentType : 'application/octet-stream',
    'content-disposition': contentDisposition(inline ? 'inline' : 'attachment', file.filename),
    'content-security-policy': "sandbox; default-src 'none'; frame-ancestors 'self'",
  }
}
