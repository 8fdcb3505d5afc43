const ROW_END = '</table:table-row>'
const ROW_START = /<table:table-row[\s/>]/
const TABLE_START = /<table:table[\s>]/

export interface FullSheet {
  isFull(): boolean
  leave(): void
}

export async function* withoutRowsOfFullSheets(
  pieces: AsyncIterable<string>,
  sheet: FullSheet,
): AsyncGenerator<string> {
  let rest = ''
  for await (const piece of pieces) {
    rest += piece
    while (rest !== '') {
      const { passed, after } = sheet.isFull() ? withoutRow(rest) : wholeRows(rest)
      if (after === rest) break
      rest = after
      if (passed !== '') yield passed
      if (sheet.isFull() && TABLE_START.test(passed)) sheet.leave()
    }
  }
  yield rest
}

interface Step {
  passed: string
  after: string
}

function wholeRows(text: string): Step {
  const end = text.lastIndexOf(ROW_END)
  if (end < 0) return { passed: '', after: text }
  return { passed: text.slice(0, end + ROW_END.length), after: text.slice(end + ROW_END.length) }
}

function withoutRow(text: string): Step {
  const start = text.search(ROW_START)
  if (start < 0) return { passed: '', after: text }
  if (start > 0) return { passed: text.slice(0, start), after: text.slice(start) }
  const tagEnd = text.indexOf('>')
  if (tagEnd > 0 && text[tagEnd - 1] === '/') return { passed: '', after: text.slice(tagEnd + 1) }
  const end = text.indexOf(ROW_END)
  return end < 0 ? { passed: '', after: text } : { passed: '', after: text.slice(end + ROW_END.length) }
}
