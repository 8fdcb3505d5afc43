export type Parsed = { text: string; entities: ParsedEntity[] } | { error: string }

export interface ParsedEntity {
  type: EntityType
  /** UTF-16 code units. */
  offset: number
  length: number
  url?: string
  language?: string
}

type EntityType =
  | 'bold'
  | 'italic'
  | 'underline'
  | 'strikethrough'
  | 'spoiler'
  | 'code'
  | 'pre'
  | 'text_link'
  | 'blockquote'

interface Open extends Pick<ParsedEntity, 'type' | 'language'> {
  offset: number
  from: number
}

const TOLD: Record<EntityType, string> = {
  bold: 'Bold',
  italic: 'Italic',
  underline: 'Underline',
  strikethrough: 'Strikethrough',
  spoiler: 'Spoiler',
  code: 'Code',
  pre: 'Pre',
  text_link: 'TextUrl',
  blockquote: 'BlockQuote',
}

const RESERVED = new Set('_*[]()~`>#+-=|{}.!\n')
const IN_CODE = new Set('`')

/** Closing delimiters of entities; `]` is handled separately. */
const ENDS: Partial<Record<EntityType, string>> = {
  bold: '*',
  italic: '_',
  underline: '__',
  strikethrough: '~',
  spoiler: '||',
  code: '`',
  pre: '```',
  text_link: ']',
}

/**
 * Parses character by character, like the provider's server.
 * Source: Bot API, "MarkdownV2 style"; TDLib, `parse_markdown_v2`.
 */
export function parseMarkdownV2(source: string): Parsed {
  let text = ''
  let [isLineStart, quoteFrom] = [true, -1]
  const entities: ParsedEntity[] = []
  const open: Open[] = []
  const put = (piece: string) => {
    text += piece
    isLineStart = false
  }
  const close = (one: Open, url?: string) => {
    const length = text.length - one.offset
    if (length === 0) return
    const { type, offset, language } = one
    entities.push({ type, offset, length, ...(url && { url }), ...(language && { language }) })
  }
  const unended = ({ type, from }: Pick<Open, 'type' | 'from'>): Parsed => ({
    error: `Can't find end of ${TOLD[type]} entity at byte offset ${Buffer.byteLength(source.slice(0, from))}`,
  })

  for (let at = 0; at < source.length; at++) {
    const sign = source[at]!
    const last = open.at(-1)
    const isCode = last?.type === 'code' || last?.type === 'pre'
    const escaped = source.charCodeAt(at + 1)
    if (sign === '\\' && escaped > 0 && escaped <= 126) {
      put(source[++at]!)
      continue
    }
    if (!(isCode ? IN_CODE : RESERVED).has(sign)) {
      put(sign)
      continue
    }
    if (sign === '\n') {
      if (quoteFrom !== -1 && source[at + 1] !== '>') {
        if (last) return unended(last)
        close({ type: 'blockquote', offset: quoteFrom, from: at })
        quoteFrom = -1
      }
      text += '\n'
      isLineStart = true
      continue
    }
    const isEnd =
      last !== undefined &&
      source.startsWith(ENDS[last.type]!, at) &&
      !(last.type === 'italic' && source[at + 1] === '_')
    if (last !== undefined && isEnd) {
      open.pop()
      at += ENDS[last.type]!.length - 1
      if (last.type !== 'text_link') {
        close(last)
        continue
      }
      let url = text.slice(last.offset)
      if (source[at + 1] === '(') {
        const end = endOfUrl(source, at + 2)
        if (end === null)
          return {
            error: `Can't find end of a URL at byte offset ${Buffer.byteLength(source.slice(0, at + 2))}`,
          }
        url = source.slice(at + 2, end).replaceAll(/\\([\u0001-\u007e])/g, '$1')
        at = end
      }
      if (/^(https?|tg|tonsite|mailto):|^[\w.-]+\.[a-z]{2,}/i.test(url)) close(last, url) // other links are dropped
      continue
    }
    if (sign === '>' && isLineStart) {
      if (quoteFrom === -1) quoteFrom = text.length
      isLineStart = false
      continue
    }
    const begun = begin(source, at)
    if (begun === null)
      return { error: `Character '${sign}' is reserved and must be escaped with the preceding '\\'` }
    open.push({
      type: begun.type,
      offset: text.length,
      from: at,
      ...(begun.language && { language: begun.language }),
    })
    at = begun.next - 1
    isLineStart = false
  }
  const last = open.at(-1)
  if (last) return unended(last)
  if (quoteFrom !== -1) close({ type: 'blockquote', offset: quoteFrom, from: 0 })
  return { text, entities: entities.toSorted((a, b) => a.offset - b.offset || b.length - a.length) }
}

function begin(source: string, at: number): { type: EntityType; next: number; language?: string } | null {
  const starts = (sign: string) => source.startsWith(sign, at)
  if (starts('```')) {
    const [, language = '', behind = ''] = /^([^\s`]*)(\r\n|\n\r|\n|\r)?/.exec(source.slice(at + 3))!
    const isLanguage = language !== '' && source[at + 3 + language.length] !== '`'
    if (isLanguage) return { type: 'pre', next: at + 3 + language.length + behind.length, language }
    return { type: 'pre', next: at + 3 + (language === '' ? behind.length : 0) }
  }
  if (starts('`')) return { type: 'code', next: at + 1 }
  if (starts('__')) return { type: 'underline', next: at + 2 }
  if (starts('_')) return { type: 'italic', next: at + 1 }
  if (starts('*')) return { type: 'bold', next: at + 1 }
  if (starts('~')) return { type: 'strikethrough', next: at + 1 }
  if (starts('||')) return { type: 'spoiler', next: at + 2 }
  return starts('[') ? { type: 'text_link', next: at + 1 } : null
}

function endOfUrl(source: string, from: number): number | null {
  for (let at = from; at < source.length; at++) {
    if (source[at] === '\\') at++
    else if (source[at] === ')') return at
  }
  return null
}
