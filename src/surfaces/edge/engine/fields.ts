import { DASH, foldName, UNDERSCORE, type HeaderNames } from './names.ts'

/** Lines of a head, each `Name: value\r\n`. */
export type HeaderLines = string

/**
 * Refuses continuation lines, lone carriage returns and outer tabs, because parsers treat them differently.
 * Null if a line is not a header. Source: RFC 9110, 5.1 and 5.5; RFC 9112, 5.
 */
export function readFields(bytes: Uint8Array, head: string, at: number): HeaderFields | null {
  const offsets: number[] = []
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
    offsets.push(at, colon, from, to)
    at = end + 2
  }
  offsets.push(at)
  return new HeaderFields(head, offsets)
}

export const readLines = (lines: HeaderLines): HeaderFields | null =>
  readFields(Buffer.from(lines, 'latin1'), lines, 0)

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

const OFFSETS_PER_LINE = 4

export class HeaderFields {
  readonly #head: string
  readonly #offsets: readonly number[]

  constructor(head: string, offsets: readonly number[]) {
    this.#head = head
    this.#offsets = offsets
  }

  get size(): number {
    return (this.#offsets.length - 1) / OFFSETS_PER_LINE
  }

  *[Symbol.iterator](): Generator<[name: string, value: string]> {
    const offsets = this.#offsets
    for (let at = 0; at < offsets.length - 1; at += OFFSETS_PER_LINE)
      yield [this.#head.slice(offsets[at], offsets[at + 1]), this.#valueAt(at)]
  }

  /** @param name Name in lower case. */
  all(name: string): readonly string[] {
    let found: string[] | null = null
    for (let at = this.#next(name, 0); at !== -1; at = this.#next(name, at + OFFSETS_PER_LINE))
      (found ??= []).push(this.#valueAt(at))
    return found ?? NONE
  }

  /** Undefined if absent. @param name Name in lower case. */
  value(name: string): string | undefined {
    const first = this.#next(name, 0)
    if (first === -1) return undefined
    if (this.#next(name, first + OFFSETS_PER_LINE) === -1) return this.#valueAt(first)
    return this.all(name).join(name === 'cookie' ? '; ' : ', ')
  }

  /** @param option In lower case. */
  lists(name: string, option: string): boolean {
    for (let at = this.#next(name, 0); at !== -1; at = this.#next(name, at + OFFSETS_PER_LINE))
      if (holds(this.#valueAt(at), option)) return true
    return false
  }

  /** Number of lines that a CGI or WSGI server would read as this header; such servers treat `_` as `-`. */
  countEquivalentLines(name: string): number {
    const offsets = this.#offsets
    let count = 0
    for (let at = 0; at < offsets.length - 1; at += OFFSETS_PER_LINE)
      if (offsets[at]! + name.length === offsets[at + 1] && isEquivalent(this.#head, offsets[at]!, name))
        count++
    return count
  }

  /** Values get no outer spaces, because servers treat such spaces differently. */
  linesWithout(names: HeaderNames, also: ReadonlySet<string> | null = null): HeaderLines {
    const head = this.#head
    const offsets = this.#offsets
    let lines = ''
    let from = offsets[0]!
    for (let at = 0; at < offsets.length - 1; at += OFFSETS_PER_LINE) {
      const begin = offsets[at]!
      const colon = offsets[at + 1]!
      const end = offsets[at + OFFSETS_PER_LINE]!
      const mayBeNamed = names.mayHave(head, begin, colon) || also !== null
      const isDropped = mayBeNamed && isIn(foldName(head.slice(begin, colon)), names, also)
      const isPlain = offsets[at + 2] === colon + 2 && offsets[at + 3] === end - 2
      if (isPlain && !isDropped) continue
      lines += head.slice(from, begin)
      if (!isDropped) lines += `${head.slice(begin, colon)}: ${this.#valueAt(at)}\r\n`
      from = end
    }
    return lines + head.slice(from, offsets.at(-1))
  }

  #valueAt(at: number): string {
    return this.#head.slice(this.#offsets[at + 2], this.#offsets[at + 3])
  }

  #next(name: string, at: number): number {
    const offsets = this.#offsets
    for (; at < offsets.length - 1; at += OFFSETS_PER_LINE)
      if (offsets[at]! + name.length === offsets[at + 1] && isNamed(this.#head, offsets[at]!, name)) return at
    return -1
  }
}

const isIn = (name: string, names: HeaderNames, also: ReadonlySet<string> | null): boolean =>
  names.has(name) || (also !== null && also.has(name))

/** Compares names of equal length. Upper and lower case of a letter differ in one bit. */
function isNamed(head: string, from: number, name: string): boolean {
  for (let index = 0; index < name.length; index++)
    if ((head.charCodeAt(from + index) | 0x20) !== name.charCodeAt(index)) return false
  return true
}

function isEquivalent(head: string, from: number, name: string): boolean {
  for (let index = 0; index < name.length; index++) {
    const code = head.charCodeAt(from + index)
    const isDash = code === UNDERSCORE && name.charCodeAt(index) === DASH
    if (!isDash && (code | 0x20) !== name.charCodeAt(index)) return false
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
