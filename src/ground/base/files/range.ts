/** Bytes to send. `start` and `end` count from 0 and are inclusive. */
export type ByteRange =
  | { kind: 'whole' }
  | { kind: 'part'; start: number; end: number }
  | { kind: 'unsatisfiable' }

/** RFC 9110, 14.2. Several ranges, other units and invalid values mean the whole file, as the RFC allows. */
export function byteRange(header: string | undefined, size: number): ByteRange {
  const match = /^bytes=(\d*)-(\d*)$/i.exec(header?.trim() ?? '')
  if (!match || (match[1] === '' && match[2] === '')) return { kind: 'whole' }
  const [first, last] = [match[1]!, match[2]!]
  if (first !== '' && last !== '' && Number(last) < Number(first)) return { kind: 'whole' }
  const start = first === '' ? Math.max(0, size - Number(last)) : Number(first)
  const end = first === '' || last === '' ? size - 1 : Math.min(Number(last), size - 1)
  return start > end ? { kind: 'unsatisfiable' } : { kind: 'part', start, end }
}
