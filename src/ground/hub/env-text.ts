export interface EnvText {
  values: Record<string, string>
  /** Lines that are probably mistakes. Messages contain no values. */
  warnings: { line: number; message: string }[]
}

const ASSIGNMENT = /^[ \t]*(?:export[ \t]+)?([A-Za-z_][\w.-]*)[ \t]*=[ \t]*/

/** `#` starts a comment only after white space, so `pass#word` is one value. Node's `parseEnv` cuts such values. */
export function parseEnvText(source: string): EnvText {
  const text = source.replace(/^\uFEFF/, '').replace(/\r\n?/g, '\n')
  const values: Record<string, string> = {}
  const lineOf = new Map<string, number>()
  const warnings: EnvText['warnings'] = []
  let at = 0
  let line = 1
  while (at < text.length) {
    const end = endOfLine(text, at)
    const whole = text.slice(at, end)
    const assigned = ASSIGNMENT.exec(whole)
    const warn = (message: string) => void warnings.push({ line, message })
    let next = end
    if (assigned) {
      const name = assigned[1]!
      const read = valueAt(text, at + assigned[0].length, warn)
      const earlier = lineOf.get(name)
      if (earlier !== undefined) warn(`${name} is set in line ${earlier} already; this line takes precedence`)
      lineOf.set(name, line)
      Object.defineProperty(values, name, {
        value: read.value,
        enumerable: true,
        writable: true,
        configurable: true,
      })
      next = read.end
    } else if (/\S/.test(whole) && !/^\s*#/.test(whole))
      warn('this line is ignored: expected NAME=value, with letters, digits and _ in the name')
    line += text.slice(at, next).split('\n').length
    at = next + 1
  }
  return { values, warnings }
}

const endOfLine = (text: string, at: number): number => {
  const end = text.indexOf('\n', at)
  return end === -1 ? text.length : end
}

function valueAt(text: string, at: number, warn: (message: string) => void): { value: string; end: number } {
  const end = endOfLine(text, at)
  const mark = text[at]
  if (mark === '"' || mark === "'" || mark === '`') {
    const close = closingQuote(text, at)
    if (close !== -1) return quoted(text, { at, close }, warn)
    warn(`the quote ${mark} has no end, so it is read as a part of the value`)
  }
  const line = text.slice(at, end)
  if (/^[“”‘’«„]/.test(line))
    warn('the value begins with a typographic quote, which is a part of it: write " or \'')
  const comment = /(?:^|[ \t]+)#.*$/
  if (!line.startsWith('#') || /[ \t]/.test(text[at - 1]!))
    return { value: line.replace(comment, '').trim(), end }
  warn('the value begins with #, which is a part of it: put a blank before a comment')
  return {
    value: `#${line
      .slice(1)
      .replace(/[ \t]+#.*$/, '')
      .trim()}`,
    end,
  }
}

function closingQuote(text: string, open: number): number {
  const mark = text[open]!
  for (let at = open + 1; at < text.length; at++) {
    if (mark === '"' && text[at] === '\\' && text[at + 1] === '"' && text.indexOf('"', at + 2) !== -1) at++
    else if (text[at] === mark) return isAssignmentBetween(text, open, at) ? -1 : at
  }
  return -1
}

const isAssignmentBetween = (text: string, open: number, close: number): boolean => {
  const lastLine = text.lastIndexOf('\n', close) + 1
  return (
    lastLine > open &&
    /^[ \t]*(?:export[ \t]+)?[A-Za-z_][\w.-]*[ \t]*=[ \t]*$/.test(text.slice(lastLine, close))
  )
}

function quoted(
  text: string,
  { at, close }: { at: number; close: number },
  warn: (message: string) => void,
): { value: string; end: number } {
  const end = endOfLine(text, close)
  if (!/^\s*(?:#.*)?$/.test(text.slice(close + 1, end))) warn('the text behind the closing quote is ignored')
  const inside = text.slice(at + 1, close)
  return { value: text[at] === '"' ? inside.replace(/\\n/g, '\n').replace(/\\"/g, '"') : inside, end }
}

/** Some Windows editors and shells write UTF-16. */
export function decodeEnvFile(bytes: Uint8Array): string {
  const encoding =
    bytes[0] === 0xff && bytes[1] === 0xfe
      ? 'utf-16le'
      : bytes[0] === 0xfe && bytes[1] === 0xff
        ? 'utf-16be'
        : 'utf-8'
  return new TextDecoder(encoding).decode(bytes)
}
