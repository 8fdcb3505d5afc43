export interface Styled {
  text: string
  style: string
}

interface Pen {
  color: number | null
  bold: boolean
  dim: boolean
  italic: boolean
  underline: boolean
  inverse: boolean
}

const PLAIN: Pen = { color: null, bold: false, dim: false, italic: false, underline: false, inverse: false }

export interface AnsiReader {
  read(text: string): Styled[]
}

/** Drops all escape sequences except colours, so that output can change only its colour. */
export function createAnsiReader(): AnsiReader {
  let pen = PLAIN
  return {
    read(text) {
      const parts: Styled[] = []
      let from = 0
      const take = (to: number) => {
        const plain = text.slice(from, to).replaceAll(CONTROL, '')
        if (plain !== '') parts.push({ text: plain, style: styleOf(pen) })
      }
      for (const match of text.matchAll(SEQUENCE)) {
        take(match.index)
        from = match.index + match[0].length
        if (match[1] !== undefined) pen = after(pen, match[1])
      }
      take(text.length)
      return parts
    },
  }
}

export const withoutAnsi = (text: string): string => text.replaceAll(SEQUENCE, '').replaceAll(CONTROL, '')

/** Alternatives: SGR with its numbers; another CSI sequence; OSC, DCS and similar; any other escape. */
const SEQUENCE =
  // oxlint-disable-next-line no-control-regex
  /\u001B\[([0-9;:]*)m|\u001B\[[0-?]*[ -/]*[@-~]|\u001B[PX\]^_][^\u0007\u001B]*(?:\u0007|\u001B\\)?|\u001B[ -/]*[0-~]?/g
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000B\u000C\u000E-\u001F\u007F]/g

function after(pen: Pen, numbers: string): Pen {
  const codes = numbers.split(/[;:]/).map(Number)
  const next = { ...pen }
  for (let index = 0; index < codes.length; index++) {
    const code = codes[index]!
    if (code === 38 || code === 48) {
      const [color, length] = longColor(codes, index)
      if (code === 38) next.color = color
      index += length
    } else Object.assign(next, changeOf(code))
  }
  return next
}

const longColor = (codes: readonly number[], index: number): [color: number | null, length: number] => {
  if (codes[index + 1] === 5) {
    const color = codes[index + 2] ?? 16
    return [color < 16 ? color : null, 2]
  }
  return [null, codes[index + 1] === 2 ? 4 : 0]
}

function changeOf(code: number): Partial<Pen> {
  if (code === 0) return PLAIN
  if (code >= 30 && code <= 37) return { color: code - 30 }
  if (code >= 90 && code <= 97) return { color: code - 90 + 8 }
  return CHANGES[code] ?? {}
}

const CHANGES: Readonly<Record<number, Partial<Pen>>> = {
  1: { bold: true },
  2: { dim: true },
  3: { italic: true },
  4: { underline: true },
  7: { inverse: true },
  22: { bold: false, dim: false },
  23: { italic: false },
  24: { underline: false },
  27: { inverse: false },
  39: { color: null },
}

/** Black and white use the text colour: each would be invisible in one of the themes. */
const COLORS = [
  '',
  'text-danger',
  'text-ok',
  'text-warn',
  'text-accent-text',
  'text-accent-text',
  'text-accent-text',
  '',
] as const

const styleOf = ({ color, bold, dim, italic, underline, inverse }: Pen): string =>
  [
    color === 8 ? 'text-faint' : color === null ? '' : COLORS[color % 8],
    bold && 'font-semibold',
    dim && 'text-muted',
    italic && 'italic',
    underline && 'underline',
    inverse && 'bg-hover',
  ]
    .filter(Boolean)
    .join(' ')
