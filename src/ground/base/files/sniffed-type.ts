import { declaredType, typeOfName } from './content-type.ts'

/**
 * What kind of file this is: what its first bytes show, else what the sender declared, else what its name says.
 * Bytes win, as a browser shows pictures by the type we answer with.
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
  // Text can't be told by its bytes; a picture can, so a declared one that shows none is not one.
  if (declared !== null && !RASTER.has(declared)) return declared
  const named = typeOfName(file.filename)
  return RASTER.has(named) ? 'application/octet-stream' : named
}

/** Pictures that can't carry scripts: the only files shown in place. */
export const RASTER: ReadonlySet<string> = new Set([
  'image/png',
  'image/jpeg',
  'image/gif',
  'image/webp',
  'image/avif',
  'image/bmp',
])
