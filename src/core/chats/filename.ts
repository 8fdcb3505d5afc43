/** All supported file systems allow names of this length in bytes. */
const MAX_NAME_BYTES = 255

// Control characters, and direction marks that disguise a name (`gpj.exe` shown as `exe.jpg`).
const INVISIBLE = /[\p{Cc}\u200E\u200F\u202A-\u202E\u2066-\u2069\uFEFF]/gu
/** Device names of Windows, where a person may unpack chat files. */
const RESERVED = /^(con|prn|aux|nul|com\d|lpt\d)(\.|$)/i

export const isSafeFilename = (name: string): boolean =>
  name !== '' && cleanFilename(name, '') === name.normalize('NFC')

export function cleanFilename(name: string, fallback = 'file'): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!
  const bare = last
    .replace(INVISIBLE, '')
    .replace(/^[.\s]+/, '')
    .replace(/[.\s]+$/, '')
  const free = RESERVED.test(bare) ? `_${bare}` : bare
  return shortened(free, '') || fallback
}

export const numberedFilename = (name: string, n: number): string =>
  n === 1 ? name : shortened(name, `-${n}`)

const shortened = (name: string, suffix: string): string => {
  const { stem, extension } = splitExtension(name)
  const room = MAX_NAME_BYTES - Buffer.byteLength(suffix + extension)
  return cut(stem, room) + suffix + extension
}

const splitExtension = (name: string): { stem: string; extension: string } => {
  const dot = name.lastIndexOf('.')
  const extension = dot > 0 ? name.slice(dot) : ''
  return Buffer.byteLength(extension) > 32 || extension === ''
    ? { stem: name, extension: '' }
    : { stem: name.slice(0, dot), extension }
}

const cut = (text: string, bytes: number): string => {
  if (Buffer.byteLength(text) <= bytes) return text
  let length = 0
  let size = 0
  for (const character of text) {
    size += Buffer.byteLength(character)
    if (size > bytes) break
    length += character.length
  }
  return text.slice(0, length).replace(/[.\s]+$/, '')
}
