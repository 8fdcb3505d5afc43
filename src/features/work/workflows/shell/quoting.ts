import { accepted, refused, type Result } from '#ground/base/result.ts'

export interface Quoting {
  read(text: string): void
  refer(name: string): Result<string, string>
}

/** `group` is code within parentheses, `command` code within `$(…)`, `backtick` code within backticks. */
type QuoteContext = 'code' | 'group' | 'command' | 'backtick' | 'double' | 'single' | 'comment' | 'arithmetic'

const HERE = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/y

interface Here {
  end: string
  isIndented: boolean
  isQuoted: boolean
}

interface Reading {
  places: QuoteContext[]
  announced: Here[]
  here: Here | null
  line: string
  isWordStart: boolean
}

/**
 * Values are passed in variables, which the shell does not parse again. A mistake of this parser therefore cannot
 * make the shell execute a value.
 */
export function createQuoting(): Quoting {
  const reading: Reading = { places: ['code'], announced: [], here: null, line: '', isWordStart: true }
  return {
    read(text) {
      for (let at = 0; at < text.length;)
        at = reading.here ? readHere(reading, reading.here, text, at) : at + readOne(reading, text, at)
    },
    refer: (name) => refer(reading, name),
  }
}

const CODE: ReadonlySet<QuoteContext> = new Set(['code', 'group', 'command', 'backtick'])

const contextOf = ({ places }: Reading): QuoteContext => places.at(-1)!

function readHere(reading: Reading, here: Here, text: string, at: number): number {
  const end = text.indexOf('\n', at)
  reading.line += text.slice(at, end === -1 ? undefined : end)
  if (end === -1) return text.length
  if ((here.isIndented ? reading.line.replace(/^\t+/, '') : reading.line) === here.end)
    reading.here = reading.announced.shift() ?? null
  reading.line = ''
  return end + 1
}

function readOne(reading: Reading, text: string, at: number): number {
  const { places } = reading
  const character = text[at]!
  const place = contextOf(reading)
  const wasWordStart = reading.isWordStart
  reading.isWordStart = /[\s;&|()]/.test(character)
  if (character === '\n' && (place === 'comment' || CODE.has(place))) {
    if (place === 'comment') places.pop()
    reading.here = reading.announced.shift() ?? null
    reading.line = ''
    return 1
  }
  if (place === 'comment') return 1
  if (place === 'single') {
    if (character === "'") places.pop()
    return 1
  }
  const read = readExpanded(reading, text, at)
  if (read > 0) return read
  if (place === 'arithmetic') return readArithmetic(reading, text, at)
  return CODE.has(place) ? readCode(reading, text, at, wasWordStart) : 1
}

function readExpanded(reading: Reading, text: string, at: number): number {
  const { places } = reading
  const character = text[at]!
  if (character === '\\') return 2
  if (character === '"') {
    if (contextOf(reading) === 'double') places.pop()
    else places.push('double')
    return 1
  }
  if (character === '`') {
    if (places.includes('backtick')) while (places.pop() !== 'backtick');
    else places.push('backtick')
    return 1
  }
  if (character !== '$' || text[at + 1] !== '(') return 0
  if (text[at + 2] === '(') {
    places.push('arithmetic')
    return 3
  }
  places.push('command')
  reading.isWordStart = true
  return 2
}

function readArithmetic(reading: Reading, text: string, at: number): number {
  if (text[at] === '(') reading.places.push('arithmetic')
  if (text[at] !== ')') return 1
  reading.places.pop()
  return text[at + 1] === ')' && contextOf(reading) !== 'arithmetic' ? 2 : 1
}

function readCode(reading: Reading, text: string, at: number, wasWordStart: boolean): number {
  const { places } = reading
  const character = text[at]!
  const place = contextOf(reading)
  if (character === "'") places.push('single')
  else if (character === '#' && wasWordStart) places.push('comment')
  else if (character === '(') places.push('group')
  else if (character === ')' && (place === 'group' || place === 'command')) places.pop()
  else if (character === '<' && text[at + 1] === '<') return announceHere(reading, text, at)
  return 1
}

function announceHere({ announced }: Reading, text: string, at: number): number {
  if (text[at + 2] === '<') return 3
  HERE.lastIndex = at
  const [whole, dash, single, double, plain] = HERE.exec(text) ?? []
  const end = single ?? double ?? plain
  if (whole === undefined || end === undefined) return 2
  announced.push({ end, isIndented: dash === '-', isQuoted: plain === undefined || whole.includes('\\') })
  return whole.length
}

function refer(reading: Reading, name: string): Result<string, string> {
  const variable = `\${${name}}`
  const place = contextOf(reading)
  reading.isWordStart = false
  if (reading.here) {
    reading.line += variable
    return reading.here.isQuoted
      ? refused('a value cannot be inserted in a here-document with a quoted delimiter: remove the quotes')
      : accepted(variable)
  }
  if (place === 'arithmetic')
    return refused(
      'a value cannot be inserted in $((…)), where some shells would execute it: put it into a variable and check it',
    )
  if (place === 'comment') return accepted(name)
  if (place === 'single') return accepted(`'"${variable}"'`)
  return accepted(place === 'double' ? variable : `"${variable}"`)
}
