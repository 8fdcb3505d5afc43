import { stripVTControlCharacters } from 'node:util'

const HEAD = 24 * 1024
const TAIL = 24 * 1024

export function createCommandOutput() {
  const head: Buffer[] = []
  let tail: Buffer = Buffer.alloc(0)
  let headSize = 0
  let dropped = 0
  return {
    push(chunk: Buffer): void {
      const first = chunk.subarray(0, HEAD - headSize)
      if (first.length > 0) head.push(Buffer.from(first))
      headSize += first.length
      const rest = chunk.subarray(first.length)
      if (rest.length === 0) return
      const joined = Buffer.concat([tail, rest.subarray(-TAIL)])
      dropped += rest.length + tail.length - Math.min(joined.length, TAIL)
      tail = Buffer.from(joined.subarray(-TAIL))
    },
    text(): string {
      const gap = dropped > 0 ? `\n… ${dropped} bytes left out …\n` : ''
      const bytes = dropped > 0 ? [asText(head), gap, asText([tail])] : [asText([...head, tail])]
      return stripVTControlCharacters(bytes.join('')).trimEnd()
    },
  }
}

const asText = (chunks: readonly Buffer[]): string => Buffer.concat(chunks).toString('utf8')
