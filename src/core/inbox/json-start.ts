import { jsonOrUndefined } from '#ground/base/json/parse.ts'

export function jsonStart(text: string): unknown {
  return jsonOrUndefined(text) ?? jsonOrUndefined(closed(text))
}

const MAX_DEPTH = 16

function closed(text: string): string {
  const open: string[] = []
  let [quoted, end, closers] = [false, 0, '']
  const note = (at: number) => {
    if (open.length > MAX_DEPTH) return
    end = at
    closers = open.toReversed().join('')
  }
  for (let index = 0; index < text.length; index++) {
    const mark = text[index]!
    if (mark === '"') quoted = !quoted
    else if (quoted) index += mark === '\\' ? 1 : 0
    else if (mark === ',') note(index)
    else if (mark === '{' || mark === '[') {
      open.push(mark === '{' ? '}' : ']')
      note(index + 1)
    } else if (mark === '}' || mark === ']') {
      open.pop()
      note(index + 1)
    }
  }
  return text.slice(0, end) + closers
}
