const MAX_NAME_BYTES = 200

/** Safe to display and to send in a header: no folders, no control characters, at most 200 bytes. */
export function safeFilename(name: string): string {
  const last = name.toWellFormed().normalize('NFC').split(/[/\\]/).at(-1)!
  const plain = last
    .replaceAll(/[\p{Cc}\p{Cf}\u2028\u2029]/gu, '')
    .trim()
    .replace(/^\.+/, '')
  return shortened(plain) || 'file'
}

function shortened(name: string): string {
  const bytes = (text: string) => Buffer.byteLength(text)
  if (bytes(name) <= MAX_NAME_BYTES) return name
  const dot = name.lastIndexOf('.')
  const ending = dot > 0 && bytes(name.slice(dot)) <= 20 ? name.slice(dot) : ''
  let stem = ''
  for (const character of ending ? name.slice(0, dot) : name) {
    if (bytes(stem + character + ending) > MAX_NAME_BYTES) break
    stem += character
  }
  return stem + ending
}
