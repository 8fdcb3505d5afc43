import type { DocumentText } from '../format.ts'

export async function readRtf(content: Buffer): Promise<DocumentText> {
  const text = createRtfText()
  for (const token of content.toString('latin1').matchAll(TOKEN)) text.add(token)
  return { title: null, text: text.result() }
}

const TOKEN =
  /(?<bound>[{}])|\\'(?<hex>[0-9a-f]{2})|\\(?<word>[a-z]{1,32})(?<number>-?\d{1,10})? ?|\\(?<symbol>[^a-z])|(?<text>[^{}\\\r\n]+)/gi

const SKIPPED = new Set(
  'fonttbl colortbl stylesheet info pict object listtable listoverridetable rsidtbl generator themedata colorschememapping datastore latentstyles xmlnstbl fldinst bkmkstart bkmkend nonshppict filetbl revtbl pgdsctbl mmathPr wgrffmtfilter falt panose listname listtext shprslt'.split(
    ' ',
  ),
)

const CHARACTERS: Readonly<Record<string, string>> = {
  par: '\n',
  line: '\n',
  sect: '\n',
  page: '\n',
  row: '\n',
  cell: '\t',
  nestcell: '\t',
  nestrow: '\n',
  tab: '\t',
  emdash: '—',
  endash: '–',
  lquote: '‘',
  rquote: '’',
  ldblquote: '“',
  rdblquote: '”',
  bullet: '•',
}

const ASIDES: Readonly<Record<string, string>> = {
  footnote: ' [note: ',
  annotation: ' [comment: ',
  shptxt: '',
}

interface Group {
  isSkipped: boolean
  /** Each Unicode character is followed by this number of fallback characters, for programs without Unicode. */
  replacements: number
  encoding: string
  isDeleted: boolean
  end: string
}

type Token = RegExpExecArray

/** Limits the memory that a malicious document can use. */
const MAX_GROUPS = 10_000

function createRtfText() {
  const groups: Group[] = [
    { isSkipped: false, replacements: 1, encoding: 'windows-1252', isDeleted: false, end: '' },
  ]
  const fonts = new Map<number, string>()
  let definedFont: number | null = null
  let toSkip = 0
  let text = ''
  let bytes: number[] = []
  const group = () => groups.at(-1)!
  /** Decodes adjacent bytes together, because East Asian characters consist of two bytes. */
  const flush = () => {
    if (bytes.length > 0) text += decoderOf(group().encoding).decode(Uint8Array.from(bytes))
    bytes = []
  }
  const write = (more: string) => {
    flush()
    if (!group().isSkipped && !group().isDeleted) text += more
  }
  const word = (name: string, number: number | null) => {
    const current = group()
    if (name === 'u' && number !== null) {
      write(String.fromCharCode(number < 0 ? number + 65_536 : number))
      toSkip = current.replacements
    } else if (name === 'uc' && number !== null) current.replacements = Math.min(10, Math.max(0, number))
    else if (name === 'ansicpg' && number !== null) current.encoding = codePage(number)
    else if (name === 'mac') current.encoding = 'macintosh'
    else if (name === 'fcharset' && number !== null && definedFont !== null)
      fonts.set(definedFont, CHARSETS[number] ?? '')
    else if (name === 'f' && number !== null) {
      definedFont = number
      const encoding = fonts.get(number)
      if (encoding) {
        flush()
        current.encoding = encoding
      }
    } else if (name === 'deleted') current.isDeleted = number !== 0
    else if (Object.hasOwn(ASIDES, name)) {
      current.isSkipped = false
      current.end = ASIDES[name] === '' ? '' : ']'
      write(ASIDES[name]!)
    } else if (SKIPPED.has(name)) current.isSkipped = true
    else if (Object.hasOwn(CHARACTERS, name)) write(CHARACTERS[name]!)
  }
  return {
    add({ groups: token }: Token): void {
      const { bound, hex, word: name, number, symbol, text: plain } = token ?? {}
      if (hex !== undefined) {
        if (toSkip > 0) toSkip--
        else if (!group().isSkipped && !group().isDeleted) bytes.push(Number.parseInt(hex, 16))
        return
      }
      if (bound === '{') {
        flush()
        if (groups.length >= MAX_GROUPS) throw new Error('groups are nested too deeply')
        groups.push({ ...group(), end: '' })
      } else if (bound === '}') {
        if (group().end !== '') text = text.trimEnd()
        write(group().end)
        if (groups.length > 1) groups.pop()
      } else if (name !== undefined) word(name, number === undefined ? null : Number(number))
      else if (symbol === '*') group().isSkipped = true
      else if (symbol !== undefined) write(SYMBOLS[symbol] ?? '')
      else if (plain !== undefined) {
        const skipped = Math.min(toSkip, plain.length)
        toSkip -= skipped
        write(plain.slice(skipped))
      }
    },
    result(): string {
      flush()
      return text
        .split('\n')
        .map((line) => line.trimEnd())
        .join('\n')
        .replace(/\n{3,}/g, '\n\n')
        .trim()
    },
  }
}

const SYMBOLS: Readonly<Record<string, string>> = {
  '\\': '\\',
  '{': '{',
  '}': '}',
  '~': ' ',
  _: '-',
  '\n': '\n',
  '\r': '\n',
}

const CHARSETS: Readonly<Record<number, string>> = {
  128: 'shift_jis',
  129: 'euc-kr',
  134: 'gbk',
  136: 'big5',
  161: 'windows-1253',
  162: 'windows-1254',
  163: 'windows-1258',
  177: 'windows-1255',
  178: 'windows-1256',
  186: 'windows-1257',
  204: 'windows-1251',
  222: 'windows-874',
  238: 'windows-1250',
}

const codePage = (number: number): string =>
  ({ 932: 'shift_jis', 936: 'gbk', 949: 'euc-kr', 950: 'big5', 10_000: 'macintosh', 65_001: 'utf-8' })[
    number
  ] ?? `windows-${number}`

function decoderOf(encoding: string) {
  try {
    return new TextDecoder(encoding)
  } catch {
    return new TextDecoder('windows-1252')
  }
}
