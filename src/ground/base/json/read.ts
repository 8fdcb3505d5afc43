import type { TurnBudget } from '../turn-budget.ts'
import { withoutMark } from './byte-order-mark.ts'
import {
  BACKSLASH,
  CLOSE_LIST,
  CLOSE_OBJECT,
  COMMA,
  endOfString,
  isNestedDeeper,
  JsonTooDeep,
  MAX_JSON_DEPTH,
  OPEN_LIST,
  OPEN_OBJECT,
  QUOTE,
} from './depth.ts'
import { setField } from './set-field.ts'

/** Maximum number of values in a JSON text. Parsed values need many times the memory of the text. */
export const MAX_JSON_VALUES = 300_000

export class JsonTooLarge extends Error {
  override readonly name = 'JsonTooLarge'
  readonly statusCode = 413
  constructor(maxValues: number) {
    super(`The JSON has more than ${maxValues} values. Send it in several requests.`)
  }
}

/** Characters per call of the parser. A call takes a few milliseconds. */
const PORTION_CHARS = 128 * 1024

export interface ReadJsonOptions {
  turns: TurnBudget
  parse?(text: string): unknown
  portionChars?: number
  maxDepth?: number
  maxValues?: number
}

/**
 * Parses a long text over several turns of the event loop.
 * @throws SyntaxError, JsonTooDeep, JsonTooLarge
 */
export async function readJson(marked: string, options: ReadJsonOptions): Promise<unknown> {
  const all = { ...DEFAULTS, ...options }
  const text = withoutMark(marked)
  if (text.length > all.portionChars) return readInPortions(text, all)
  if (isNestedDeeper(text, all.maxDepth)) throw new JsonTooDeep(all.maxDepth)
  return all.parse(text)
}

const DEFAULTS = {
  parse: JSON.parse as (text: string) => unknown,
  portionChars: PORTION_CHARS,
  maxDepth: MAX_JSON_DEPTH,
  maxValues: MAX_JSON_VALUES,
}

interface Open {
  isList: boolean
  start: number
  value: unknown[] | Record<string, unknown> | null
  portionStart: number
  memberStart: number
  before: 'bracket' | 'comma' | 'member'
}

type Parse = (text: string) => unknown

async function readInPortions(
  text: string,
  { turns, parse, portionChars, maxDepth, maxValues }: Required<ReadJsonOptions>,
): Promise<unknown> {
  const open: Open[] = []
  let whole: unknown
  let [checkedAt, values] = [0, 0]
  for (let at = 0; at < text.length; at++) {
    if (at - checkedAt >= portionChars) {
      checkedAt = at
      if (turns.isSpent()) await turns.nextTurn()
    }
    const code = text.charCodeAt(at)
    const top = open.at(-1)
    if (code === QUOTE) {
      const [start, end] = [at, endOfString(text, at)]
      at = end
      if (end - start <= portionChars || (top && !top.isList && isKeyBefore(text, end))) continue
      const long = { start, value: await readString(text, { start, end, turns, portionChars }) }
      if (top) takeLongMember(top, long, { text, end: end + 1, parse })
      else whole = takeWhole(long, { text, end: end + 1, parse })
    } else if (code === OPEN_LIST || code === OPEN_OBJECT) {
      if (open.length === maxDepth) throw new JsonTooDeep(maxDepth)
      open.push(opened(code === OPEN_LIST, at))
      if (++values > maxValues) throw new JsonTooLarge(maxValues)
    } else if (code === COMMA && top) {
      if (++values > maxValues) throw new JsonTooLarge(maxValues)
      if (top.before === 'member' || at - top.portionStart >= portionChars) {
        takeMembers(top, text.slice(top.portionStart, at), parse, { isBeforeComma: true })
        Object.assign(top, { portionStart: at + 1, before: 'comma' })
      }
      top.memberStart = at + 1
    } else if (code === CLOSE_LIST || code === CLOSE_OBJECT) {
      if (open.pop()?.isList !== (code === CLOSE_LIST))
        throw new SyntaxError('a bracket has no matching bracket')
      if (!top?.value) continue
      takeMembers(top, text.slice(top.portionStart, at), parse, { isBeforeComma: false })
      const parent = open.at(-1)
      if (parent) takeLongMember(parent, top, { text, end: at + 1, parse })
      else whole = takeWhole(top, { text, end: at + 1, parse })
    }
  }
  if (open.length > 0) throw new SyntaxError('a list, object or string is not closed')
  return whole === undefined ? parse(text) : whole
}

const opened = (isList: boolean, start: number): Open => ({
  isList,
  start,
  value: null,
  portionStart: start + 1,
  memberStart: start + 1,
  before: 'bracket',
})

function takeMembers(
  open: Open,
  text: string,
  parse: Parse,
  { isBeforeComma }: { isBeforeComma: boolean },
): void {
  if (BLANK.test(text)) {
    const isMissing = open.before === 'comma' || (open.before === 'bracket' && isBeforeComma)
    if (isMissing) throw new SyntaxError('a value is missing')
    return
  }
  if (open.before === 'member') throw new SyntaxError('a comma is missing')
  if (open.isList) for (const item of parse(`[${text}]`) as unknown[]) itemsOf(open).push(item)
  else
    for (const [key, value] of Object.entries(parse(`{${text}}`) as object))
      setField(fieldsOf(open), key, value)
}

interface Parsed {
  start: number
  value: unknown
}

function takeLongMember(
  parent: Open,
  { start, value }: Parsed,
  { text, end, parse }: { text: string; end: number; parse: Parse },
): void {
  const { portionStart, memberStart } = parent
  if (memberStart > portionStart) {
    takeMembers(parent, text.slice(portionStart, memberStart - 1), parse, { isBeforeComma: true })
    parent.before = 'comma'
  }
  if (parent.before === 'member') throw new SyntaxError('a comma is missing')
  const lead = text.slice(memberStart, start)
  if (parent.isList) {
    if (!BLANK.test(lead)) throw new SyntaxError('a comma is missing')
    itemsOf(parent).push(value)
  } else {
    const [key, ...more] = Object.keys(parse(`{${lead}null}`) as object)
    if (key === undefined || more.length > 0) throw new SyntaxError('a key is missing')
    setField(fieldsOf(parent), key, value)
  }
  Object.assign(parent, { portionStart: end, before: 'member' })
}

function takeWhole(
  { start, value }: Parsed,
  { text, end, parse }: { text: string; end: number; parse: Parse },
): unknown {
  parse(`${text.slice(0, start)}[]${text.slice(end)}`)
  return value
}

function isKeyBefore(text: string, end: number): boolean {
  let at = end + 1
  while (at < text.length && BLANK.test(text[at]!)) at++
  return text[at] === ':'
}

async function readString(
  text: string,
  {
    start,
    end,
    turns,
    portionChars,
  }: { start: number; end: number; turns: TurnBudget; portionChars: number },
): Promise<string> {
  if (end === text.length) throw new SyntaxError('a string is not closed')
  const pieces: string[] = []
  const pieceChars = Math.max(portionChars, MAX_ESCAPE_CHARS)
  for (let at = start + 1; at < end;) {
    if (turns.isSpent()) await turns.nextTurn()
    const cut = at + pieceChars < end ? endOfPiece(text, at, at + pieceChars) : end
    pieces.push(JSON.parse(`"${text.slice(at, cut)}"`) as string)
    at = cut
  }
  if (turns.isSpent()) await turns.nextTurn()
  return pieces.join('')
}

const MAX_ESCAPE_CHARS = 6

/** Returns `end`, or the start of an escape sequence that `end` would split. */
function endOfPiece(text: string, start: number, end: number): number {
  const lowest = end - MAX_ESCAPE_CHARS + 1
  let last = end - 1
  while (last >= lowest && text.charCodeAt(last) !== BACKSLASH) last--
  if (last < lowest) return end
  let first = last
  while (first > start && text.charCodeAt(first - 1) === BACKSLASH) first--
  const isEscape = (last - first) % 2 === 0
  const length = text[last + 1] === 'u' ? MAX_ESCAPE_CHARS : 2
  return isEscape && last + length > end ? last : end
}

const itemsOf = (open: Open): unknown[] => (open.value ??= []) as unknown[]
const fieldsOf = (open: Open): Record<string, unknown> => (open.value ??= {}) as Record<string, unknown>

const BLANK = /^[ \t\n\r]*$/
