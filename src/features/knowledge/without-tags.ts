const SKIPPED = /^<(script|style)\b/i

/** Removes tags, comments, scripts and styles of HTML, and keeps the line numbers. */
export function withoutTags(lines: readonly string[]): string[] {
  let end: string | null = null
  return lines.map((line) => {
    let text = ''
    for (let at = 0; at < line.length;) {
      if (end !== null) {
        const found = line.toLowerCase().indexOf(end, at)
        if (found < 0) break
        at = found + end.length
        end = end.startsWith('</') ? '>' : null
        continue
      }
      const start = line.indexOf('<', at)
      text += line.slice(at, start < 0 ? undefined : start)
      if (start < 0) break
      if (!/^<[a-z/!?]/i.test(line.slice(start, start + 2))) {
        text += '<'
        at = start + 1
        continue
      }
      text += ' '
      const skipped = SKIPPED.exec(line.slice(start, start + 8))?.[1]?.toLowerCase()
      end = line.startsWith('<!--', start) ? '-->' : skipped ? `</${skipped}` : '>'
      at = start + 1
    }
    return text
  })
}
