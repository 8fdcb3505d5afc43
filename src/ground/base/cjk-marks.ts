interface Scanned {
  can_open: boolean
  can_close: boolean
  length: number
}

interface InlineState {
  src: string
  scanDelims(start: number, canSplitWord: boolean): Scanned
}

const CJK_SIGNS = '\\u3000-\\u303f\\uff01-\\uff0f\\uff1a-\\uff20\\uff3b-\\uff40\\uff5b-\\uff65“”‘’…—'
const CJK_SIGN = new RegExp(`[${CJK_SIGNS}]`)
const CJK = new RegExp(`[${CJK_SIGNS}\\p{sc=Han}\\p{sc=Hiragana}\\p{sc=Katakana}\\p{sc=Hangul}]`, 'u')

/**
 * Plugin for markdown-it. Beside Chinese, Japanese and Korean characters, `****` ends one bold text and begins the
 * next. Beside their punctuation marks, `__` marks bold text even without spaces around it.
 * Register it after `markdown-it-cjk-friendly`, which gives each parser its own inline state. Otherwise, the plugin
 * changes all parsers.
 */
export function cjkMarks(md: { inline: { State: { prototype: InlineState } } }): void {
  const { prototype } = md.inline.State
  const scan = prototype.scanDelims
  prototype.scanDelims = function (this: InlineState, start, canSplitWord) {
    const { src } = this
    const marker = src[start]!
    let begin = start
    while (src[begin - 1] === marker) begin--
    let end = start
    while (src[end] === marker) end++
    const before = src[begin - 1] ?? ' '
    const after = src[end] ?? ' '
    const isBold = end - begin >= 2
    const isBesideSign = CJK_SIGN.test(before) || CJK_SIGN.test(after)
    const canSplit = canSplitWord || (marker === '_' && isBold && isBesideSign)
    const isEscaped = before === '\\'
    const isTwo = end - begin === 4 && marker !== '~' && !isEscaped && (CJK.test(before) || CJK.test(after))
    if (isTwo && start === begin + 2) return { can_open: true, can_close: false, length: 2 }
    const scanned = scan.call(this, start, canSplit)
    return isTwo && scanned.can_open && scanned.can_close
      ? { can_open: false, can_close: true, length: 2 }
      : scanned
  }
}
