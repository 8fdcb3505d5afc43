import { inflateSync } from 'node:zlib'
import { MAX_TEXT } from '../format.ts'
import { eachElement, elements, readElementText, type XmlElement } from '#ground/base/xml.ts'

const STREAM_START = /stream\r?\n/g
const DATASETS = /<(?:[\w-]+:)?datasets[\s>]/
/** Maximum decompressed bytes of one stream, and of all streams. */
const MAX_STREAM_BYTES = 8 * 1024 * 1024
const MAX_INFLATED_BYTES = 128 * 1024 * 1024

/**
 * XFA stores values as XML in a stream. A file that was saved again also contains older values; the last values are
 * current.
 */
export async function xfaFields(content: Buffer): Promise<string> {
  let lines: string[] = []
  for (const xml of datasetsIn(content)) {
    const found: string[] = []
    await eachElement(onePiece(xml), new Set(['data']), (data) => {
      for (const form of elements(data)) addValues(form, '', found)
      return false
    }).catch(() => {}) // the stream is not XML
    if (found.length > 0) lines = found
  }
  return lines.join('\n').slice(0, MAX_TEXT)
}

function* datasetsIn(content: Buffer): Generator<string> {
  const file = content.toString('latin1')
  let budget = MAX_INFLATED_BYTES
  for (const match of file.matchAll(STREAM_START)) {
    if (budget <= 0 || file.slice(match.index - 3, match.index) === 'end') continue
    const start = match.index + match[0].length
    const end = file.indexOf('endstream', start)
    if (end < 0) return
    const stream = inflated(content.subarray(start, end))
    budget -= stream.length
    const text = stream.toString('utf8')
    const dataOffset = text.search(DATASETS)
    if (dataOffset >= 0) yield text.slice(dataOffset).replace(/<\/(?:[\w-]+:)?xdp>\s*$/, '')
  }
}

function inflated(stream: Buffer): Buffer {
  if ((stream[0]! & 0x0f) !== 8) return stream
  try {
    return inflateSync(stream, { maxOutputLength: MAX_STREAM_BYTES })
  } catch {
    return Buffer.alloc(0)
  }
}

async function* onePiece(text: string): AsyncGenerator<string> {
  yield text
}

function addValues(parent: XmlElement, path: string, lines: string[]): void {
  const children = elements(parent)
  const seen = new Map<string, number>()
  for (const child of children) {
    const number = (seen.get(child.name) ?? 0) + 1
    seen.set(child.name, number)
    const isRepeated = children.some((other) => other !== child && other.name === child.name)
    const name = `${path}${child.name}${isRepeated ? `[${number}]` : ''}`
    if (elements(child).length > 0) addValues(child, `${name}.`, lines)
    else
      lines.push(
        `${name}: ${
          readElementText(child)
            .trim()
            .replace(/\r\n?|\n/g, '\n  ') || '(empty)'
        }`,
      )
  }
}
