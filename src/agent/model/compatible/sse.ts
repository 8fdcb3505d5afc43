import { StringDecoder } from 'node:string_decoder'

/** The `data` of server-sent events, from bytes that may be cut anywhere. Other fields and comments are passed over. */
export function createEventParser() {
  const decoder = new StringDecoder('utf8')
  let rest = ''
  let data: string | null = null

  return {
    /** The data of the events that these bytes complete. */
    push(bytes: Buffer): string[] {
      const complete: string[] = []
      const text = rest + decoder.write(bytes)
      let start = 0
      for (let end = text.indexOf('\n'); end !== -1; end = text.indexOf('\n', start)) {
        const line =
          text.charCodeAt(end - 1) === 13 && end > start ? text.slice(start, end - 1) : text.slice(start, end)
        start = end + 1
        if (line === '') {
          if (data !== null) complete.push(data)
          data = null
        } else if (line.startsWith('data:')) {
          const value = line.slice(line.charCodeAt(5) === 32 ? 6 : 5)
          data = data === null ? value : `${data}\n${value}`
        }
      }
      rest = text.slice(start)
      return complete
    },
    /** An event that no empty line ended, when the stream is over. Servers exist that leave the last one out. */
    end(): string[] {
      const last = rest.startsWith('data:') ? rest.slice(5).trim() : null
      const whole = data === null ? last : last === null ? data : `${data}\n${last}`
      return whole === null || whole === '' ? [] : [whole]
    },
  }
}
