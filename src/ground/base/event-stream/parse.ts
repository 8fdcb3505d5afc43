import { StringDecoder } from 'node:string_decoder'

export type StreamData = string | { error: string }

/**
 * Parses bytes that may be split anywhere.
 * @param longestLine Maximum characters of a line. `push` throws above it.
 */
export function createStreamParser({ longestLine = Infinity }: { longestLine?: number } = {}) {
  const decoder = new StringDecoder('utf8')
  let begun = false
  let isJson = false
  let afterReturn = false
  let rest = ''
  let data: string | null = null
  let isError = false

  const unified = (text: string): string => {
    const piece = afterReturn && text.startsWith('\n') ? text.slice(1) : text
    if (text !== '') afterReturn = text.endsWith('\r')
    return piece.includes('\r') ? piece.replaceAll(/\r\n?/g, '\n') : piece
  }

  const complete = (piece: string): StreamData[] => {
    const events: StreamData[] = []
    const text = rest + piece
    let start = 0
    for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
      const line = text.slice(start, end)
      start = end + 1
      if (line === '') {
        if (data !== null) events.push(isError ? { error: data } : data)
        data = null
        isError = false
      } else if (line.startsWith('data:')) {
        const value = valueOf(line, 5)
        data = data === null ? value : `${data}\n${value}`
      } else if (line.startsWith('event:')) isError = valueOf(line, 6).trim() === 'error'
      else if (line.startsWith('error:')) events.push({ error: valueOf(line, 6) })
    }
    keepRest(text.slice(start))
    return events
  }

  const keepRest = (text: string): void => {
    rest = text
    if (rest.length > longestLine) throw new Error('a line of the event stream is too long')
  }

  return {
    push(bytes: Uint8Array): StreamData[] {
      let piece = unified(decoder.write(bytes))
      if (!begun) {
        piece = piece.trimStart() // removes a byte order mark, or white space that a server sends to keep the connection open
        if (piece === '') return NO_EVENTS
        begun = true
        isJson = piece.startsWith('{') || piece.startsWith('[')
      }
      if (!isJson && piece.includes('\n')) return complete(piece)
      keepRest(rest + piece)
      return NO_EVENTS
    },
    /** Returns the last event if it is unterminated: some servers omit the last empty line. */
    end(): StreamData[] {
      const last = unified(decoder.end())
      return isJson ? [rest + last] : complete(`${last}\n\n`)
    },
    isJson: () => isJson,
  }
}

const NO_EVENTS: StreamData[] = []

const valueOf = (line: string, at: number): string => line.slice(line.charCodeAt(at) === 32 ? at + 1 : at)
