export type Instruction =
  | { do: 'say'; text: string }
  | { do: 'repeat'; times: number; text: string }
  | { do: 'wait'; ms: number }
  | { do: 'tool'; name: string; input: string }
  | { do: 'finish'; status: 'done' | 'blocked'; text: string }
  | { do: 'complain'; line: string }

const MAX_REPEAT = 1_000_000
const MAX_WAIT_MS = 3_600_000

export function parseScript(prompt: string): Instruction[] | null {
  const instructions = [...linesWithSlash(prompt)].map(parseLine)
  return instructions.some((instruction) => instruction.do !== 'complain') ? instructions : null
}

function* linesWithSlash(text: string): Generator<string> {
  for (let at = text.indexOf('/'); at !== -1;) {
    const newline = text.indexOf('\n', at)
    const end = newline === -1 ? text.length : newline
    const isFirst = text.slice(text.lastIndexOf('\n', at) + 1, at).trim() === ''
    if (isFirst) yield text.slice(at, text[end - 1] === '\r' && newline !== -1 ? end - 1 : end)
    at = text.indexOf('/', end)
  }
}

const parseLine = (line: string): Instruction => parseKnown(line) ?? { do: 'complain', line: line.trimEnd() }

const parseKnown = (line: string): Instruction | null => {
  const [, word, rest] = /^\/([a-z]+)(?:\s(.*))?$/s.exec(line) ?? []
  const given = rest ?? ''
  switch (word) {
    case 'say':
      return { do: 'say', text: given }
    case 'repeat':
      return parseRepeat(given)
    case 'wait':
      return parseWait(given)
    case 'tool':
      return parseTool(given)
    case 'finish':
      return parseFinish(given)
    default:
      return null
  }
}

const parseRepeat = (given: string): Instruction | null => {
  const [, digits, text] = /^\s*(\d{1,7})\s(.*)$/s.exec(given) ?? []
  const times = Number(digits)
  return times <= MAX_REPEAT && text ? { do: 'repeat', times, text } : null
}

const parseWait = (given: string): Instruction | null => {
  const [digits] = /^\d{1,7}$/.exec(given.trim()) ?? []
  const ms = Number(digits)
  return ms <= MAX_WAIT_MS ? { do: 'wait', ms } : null
}

const parseTool = (given: string): Instruction | null => {
  const [, name, input] = /^\s*(\S+)\s*(.*)$/s.exec(given) ?? []
  return name ? { do: 'tool', name, input: input!.trim() || '{}' } : null
}

const parseFinish = (given: string): Instruction | null => {
  const [, status, text] = /^\s*(done|blocked)(?:\s+(.*))?$/s.exec(given) ?? []
  return status ? { do: 'finish', status: status as 'done' | 'blocked', text: text ?? '' } : null
}

export const wordPieces = (text: string): string[] => text.match(/\s*\S+|\s+$/g) ?? []
