import { DASH, foldName, UNDERSCORE, type HeaderNames } from './names.ts'

/** Lines of a head, each `Name: value\r\n`. */
export type HeaderLines = string

/**
 * Parses the lines of a head; null if a line is not a header. Refuses continuation lines, lone carriage returns,
 * control characters, and tabs at either end of a value, which parsers treat differently. Pure.
 *
 * @param bytes Bytes that begin with the head; scanning bytes takes half the time of scanning characters.
 * @param head The head as Latin-1, with its last line end. Source: RFC 9110, 5.1 and 5.5; RFC 9112, 5.
 */
export function readFields(bytes: Uint8Array, head: string, at: number): HeaderFields | null {
  const marks: number[] = []
  while (at < head.length) {
    let colon = at
    while (TOKEN[bytes[colon]!] === 1) colon++
    if (colon === at || bytes[colon] !== COLON) return null
    let from = colon + 1
    while (bytes[from] === SPACE) from++
    let end = from
    while (TEXT[bytes[end]!] === 1) end++
    if (bytes[end] !== CR || bytes[end + 1] !== LF) return null
    let to = end
    while (to > from && bytes[to - 1] === SPACE) to--
    if (to > from && (bytes[from] === TAB || bytes[to - 1] === TAB)) return null
    marks.push(at, colon, from, to)
    at = end + 2
  }
  marks.push(at)
  return new HeaderFields(head, marks)
}

/** Null if a line is not a header. Pure. */
export const readLines = (lines: HeaderLines): HeaderFields | null =>
  readFields(Buffer.from(lines, 'latin1'), lines, 0)

/** Parses lines that the edge itself wrote. @throws if a line is not a header. */
export function parseHeaderLines(lines: HeaderLines): HeaderFields {
  const fields = readLines(lines)
  if (fields === null) throw new Error('invalid header lines')
  return fields
}

const TAB = 0x09
const LF = 0x0a
const CR = 0x0d
const SPACE = 0x20
const COLON = 0x3a

const table = (isOne: (byte: number) => boolean): Uint8Array =>
  Uint8Array.from({ length: 256 }, (_, byte) => (isOne(byte) ? 1 : 0))

const TOKEN = table((byte) => /[!#$%&'*+\-.^_`|~\dA-Za-z]/.test(String.fromCharCode(byte)))
const TEXT = table((byte) => byte === TAB || (byte >= SPACE && byte !== 0x7f))

/** Offsets per line: start of the name, colon, start of the value, end of the value. */
const MARKS = 4

/** Stores the original head with offsets: most headers are only forwarded, so splitting them would be waste. */
export class HeaderFields {
  readonly #head: string
  /** Offsets of all lines, then the end of the last line. */
  readonly #marks: readonly number[]

  constructor(head: string, marks: readonly number[]) {
    this.#head = head
    this.#marks = marks
  }

  get size(): number {
    return (this.#marks.length - 1) / MARKS
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const marks = this.#marks
    for (let at = 0; at < marks.length - 1; at += MARKS)
      yield [this.#head.slice(marks[at], marks[at + 1]), this.#valueAt(at)]
  }

  /** @param wanted Name in lower case. */
  all(wanted: string): readonly string[] {
    let found: string[] | null = null
    for (let at = this.#next(wanted, 0); at !== -1; at = this.#next(wanted, at + MARKS))
      (found ??= []).push(this.#valueAt(at))
    return found ?? NONE
  }

  /** All values of a header, joined; undefined if it is absent. @param wanted Name in lower case. */
  value(wanted: string): string | undefined {
    const first = this.#next(wanted, 0)
    if (first === -1) return undefined
    if (this.#next(wanted, first + MARKS) === -1) return this.#valueAt(first)
    return this.all(wanted).join(wanted === 'cookie' ? '; ' : ', ')
  }

  /** Whether a comma-separated header contains an option, in any case. @param option In lower case. */
  lists(wanted: string, option: string): boolean {
    for (let at = this.#next(wanted, 0); at !== -1; at = this.#next(wanted, at + MARKS))
      if (holds(this.#valueAt(at), option)) return true
    return false
  }

  /** Number of lines that a CGI or WSGI server would read as this header; such servers treat `_` as `-`. */
  spellings(wanted: string): number {
    const marks = this.#marks
    let count = 0
    for (let at = 0; at < marks.length - 1; at += MARKS)
      if (marks[at]! + wanted.length === marks[at + 1] && isSpelled(this.#head, marks[at]!, wanted)) count++
    return count
  }

  /** The lines to forward, without spaces around values, which servers treat differently. */
  linesWithout(names: HeaderNames, also: ReadonlySet<string> | null = null): HeaderLines {
    const head = this.#head
    const marks = this.#marks
    let lines = ''
    let from = marks[0]! // the bytes from here to the current line are forwarded unchanged
    for (let at = 0; at < marks.length - 1; at += MARKS) {
      const begin = marks[at]!
      const colon = marks[at + 1]!
      const end = marks[at + MARKS]!
      const mayBeNamed = names.mayHave(head, begin, colon) || also !== null
      const isDropped = mayBeNamed && isIn(foldName(head.slice(begin, colon)), names, also)
      const isPlain = marks[at + 2] === colon + 2 && marks[at + 3] === end - 2
      if (isPlain && !isDropped) continue
      lines += head.slice(from, begin)
      if (!isDropped) lines += `${head.slice(begin, colon)}: ${this.#valueAt(at)}\r\n`
      from = end
    }
    return lines + head.slice(from, marks.at(-1))
  }

  #valueAt(at: number): string {
    return this.#head.slice(this.#marks[at + 2], this.#marks[at + 3])
  }

  #next(wanted: string, at: number): number {
    const marks = this.#marks
    for (; at < marks.length - 1; at += MARKS)
      if (marks[at]! + wanted.length === marks[at + 1] && isNamed(this.#head, marks[at]!, wanted)) return at
    return -1
  }
}

const isIn = (name: string, names: HeaderNames, also: ReadonlySet<string> | null): boolean =>
  names.has(name) || (also !== null && also.has(name))

/** Compares names of equal length. Upper and lower case of a letter differ in one bit. */
function isNamed(head: string, from: number, wanted: string): boolean {
  for (let index = 0; index < wanted.length; index++)
    if ((head.charCodeAt(from + index) | 0x20) !== wanted.charCodeAt(index)) return false
  return true
}

function isSpelled(head: string, from: number, wanted: string): boolean {
  for (let index = 0; index < wanted.length; index++) {
    const code = head.charCodeAt(from + index)
    const isDash = code === UNDERSCORE && wanted.charCodeAt(index) === DASH
    if (!isDash && (code | 0x20) !== wanted.charCodeAt(index)) return false
  }
  return true
}

const holds = (list: string, option: string): boolean =>
  list.length >= option.length && list.split(',').some((entry) => entry.trim().toLowerCase() === option)

const NONE: readonly string[] = []

/** @param headers Names and values alternate. */
export function writeHeaderLines(headers: readonly string[]): HeaderLines {
  let lines = ''
  for (let index = 0; index < headers.length; index += 2)
    lines += `${headers[index]}: ${headers[index + 1]}\r\n`
  return lines
}
