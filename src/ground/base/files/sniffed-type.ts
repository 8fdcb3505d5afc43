import { declaredType, typeOfName } from './content-type.ts'

/**
 * The first bytes take precedence over the declared type and the name, because browsers trust the type in our
 * response.
 */
export async function sniffedType(file: {
  head: Uint8Array
  declared: string | undefined
  filename: string
}): Promise<string> {
  const { fileTypeFromBuffer } = await import('file-type')
  const sniffed = await fileTypeFromBuffer(file.head)
  if (sniffed) return sniffed.mime.split(';')[0]!
  const declared = declaredType(file.declared)
  // Each type in `RASTER` has a signature, which this file lacks, so a declared raster type is wrong.
  if (declared !== null && !RASTER.has(declared)) return declared
  const named = typeOfName(file.filename)
  return RASTER.has(named) ? 'application/octet-stream' : named
}

/** Image types that cannot contain scripts. */
export const RASTER: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
])
