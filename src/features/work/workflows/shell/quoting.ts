import { accepted, refused, type Result } from '#ground/base/result.ts'

/** Follows the quotes of a shell script, piece by piece. */
export interface Quoting {
  read(text: string): void
  /** How a variable is written at this place so that it stays one word. */
  refer(name: string): Result<string, string>
}

/**
 * Where in a script one stands. `group`, `command` and `backtick` are code inside of parentheses, `$(…)` and backticks.
 */
type Place = 'code' | 'group' | 'command' | 'backtick' | 'double' | 'single' | 'comment' | 'arithmetic'

const HERE = /<<(-?)[ \t]*(?:'([^'\n]+)'|"([^"\n]+)"|\\?([\w.-]+))/y

interface Here {
  end: string
  isIndented: boolean
  isQuoted: boolean
}

/**
 * Values only ever come through variables, which the shell doesn't read again: a mistake here could split a value into
 * words, or leave the name of the variable, but never run it.
 */
export function createQuoting(): Quoting {
  const places: Place[] = ['code']
  const announced: Here[] = []
  let here: Here | null = null
  let line = ''
  let isWordStart = true

  const place = () => places.at(-1)!
  const isCode = () => ['code', 'group', 'command', 'backtick'].includes(place())

  const readHere = (text: string, at: number): number => {
    const end = text.indexOf('\n', at)
    line += text.slice(at, end === -1 ? undefined : end)
    if (end === -1) return text.length
    if ((here!.isIndented ? line.replace(/^\t+/, '') : line) === here!.end) here = announced.shift() ?? null
    line = ''
    return end + 1
  }

  /** @returns How many characters were read. */
  const readOne = (text: string, at: number): number => {
    const character = text[at]!
    const next = text[at + 1]
    const wasWordStart = isWordStart
    isWordStart = /[\s;&|()]/.test(character)
    if (place() === 'comment' || isCode())
      if (character === '\n') {
        if (place() === 'comment') places.pop()
        here = announced.shift() ?? null
        line = ''
        return 1
      }
    if (place() === 'comment') return 1
    if (place() === 'single') {
      if (character === "'") places.pop()
      return 1
    }
    if (character === '\\') return 2
    if (character === '"') {
      if (place() === 'double') places.pop()
      else places.push('double')
      return 1
    }
    if (character === '$' && text.startsWith('((', at + 1)) {
      places.push('arithmetic')
      return 3
    }
    if (character === '$' && next === '(') {
      places.push('command')
      isWordStart = true
      return 2
    }
    if (character === '`') {
      if (places.includes('backtick')) while (places.pop() !== 'backtick');
      else places.push('backtick')
      return 1
    }
    if (place() === 'arithmetic') {
      if (character === '(') places.push('arithmetic')
      if (character === ')') places.pop()
      return character === ')' && next === ')' && place() !== 'arithmetic' ? 2 : 1
    }
    if (!isCode()) return 1
    if (character === "'") places.push('single')
    else if (character === '#' && wasWordStart) places.push('comment')
    else if (character === '(') places.push('group')
    else if (character === ')' && (place() === 'group' || place() === 'command')) places.pop()
    else if (character === '<' && next === '<') {
      if (text[at + 2] === '<') return 3
      HERE.lastIndex = at
      const [whole, dash, single, double, plain] = HERE.exec(text) ?? []
      const end = single ?? double ?? plain
      if (whole === undefined || end === undefined) return 2
      announced.push({ end, isIndented: dash === '-', isQuoted: plain === undefined || whole.includes('\\') })
      return whole.length
    }
    return 1
  }

  return {
    read(text) {
      for (let at = 0; at < text.length;) at = here ? readHere(text, at) : at + readOne(text, at)
    },
    refer(name) {
      const variable = `\${${name}}`
      isWordStart = false
      if (here) {
        line += variable
        return here.isQuoted
          ? refused('a value can’t stand in a here-document with a quoted end: take the quotes away')
          : accepted(variable)
      }
      if (place() === 'arithmetic')
        return refused(
          'a value can’t stand in $((…)), where some shells would run it: put it into a variable and check it',
        )
      if (place() === 'comment') return accepted(name)
      if (place() === 'single') return accepted(`'"${variable}"'`)
      return accepted(place() === 'double' ? variable : `"${variable}"`)
    },
  }
}
