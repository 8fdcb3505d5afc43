import type { FileHandle } from 'node:fs/promises'
import { textStream, type TextEncoding } from './encoding.ts'

/**
 * Only the start of a long line is kept, since a line may be longer than memory. `rest` counts the omitted
 * characters.
 */
export interface FileLine {
  text: string
  rest: number
}

export interface LineWindow {
  /** Characters to skip at the start of a line; line numbers count from 1. */
  skip?(number: number): number
  maxCharacters: number
  signal: AbortSignal
  onGuess?: ((encoding: TextEncoding) => void) | undefined
}

const CHUNK = 64 * 1024

export async function* fileLines(
  handle: FileHandle,
  encoding: TextEncoding,
  window: LineWindow,
): AsyncGenerator<FileLine[]> {
  const splitter = lineSplitter(window)
  for await (const text of decodeLines(handle, encoding, window)) yield splitter.push(text)
  yield splitter.end()
}

export async function* decodeLines(
  handle: FileHandle,
  encoding: TextEncoding,
  { signal, onGuess }: Pick<LineWindow, 'signal' | 'onGuess'>,
): AsyncGenerator<string> {
  const stream = textStream(encoding, onGuess)
  const chunk = Buffer.alloc(CHUNK)
  for (let position = 0; ;) {
    signal.throwIfAborted()
    const { bytesRead } = await handle.read(chunk, 0, CHUNK, position)
    if (bytesRead === 0) break
    position += bytesRead
    yield stream.push(chunk.subarray(0, bytesRead))
  }
  yield stream.end()
}

export function textLines(text: string, window: LineWindow): FileLine[] {
  const splitter = lineSplitter(window)
  return [...splitter.push(text), ...splitter.end()]
}

/** A line break at the end of the text begins no further line. */
function lineSplitter({ skip = () => 0, maxCharacters }: Pick<LineWindow, 'skip' | 'maxCharacters'>) {
  let number = 1
  let from = skip(1)
  let length = 0
  let kept = ''

  const add = (part: string) => {
    const start = Math.max(0, from - length)
    if (kept.length < maxCharacters && start < part.length)
      kept += part.slice(start, start + maxCharacters - kept.length)
    length += part.length
  }
  const finish = (): FileLine => {
    const isWhole = length <= from + kept.length
    const text = isWhole && kept.endsWith('\r') ? kept.slice(0, -1) : kept
    const line = { text, rest: Math.max(0, length - from - kept.length) }
    number++
    from = skip(number)
    length = 0
    kept = ''
    return line
  }

  return {
    push(text: string): FileLine[] {
      const lines: FileLine[] = []
      let start = 0
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        add(text.slice(start, end))
        lines.push(finish())
        start = end + 1
      }
      add(text.slice(start))
      return lines
    },
    end: (): FileLine[] => (length > 0 ? [finish()] : []),
  }
}
