import { declaredType, typeOfName } from './content-type.ts'

/**
 * Type of a file: by its first bytes, else as the sender declared, else by its name. Bytes win, as a browser
 * shows pictures by the type in our response.
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
  // Text can't be recognized by its bytes; a picture can, so a declared picture without a signature is none.
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
