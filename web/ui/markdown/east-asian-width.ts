/**
 * Replaces `get-east-asian-width` for `markdown-it-cjk-friendly`, because its tables would load with the first
 * screen.
 */
export function eastAsianWidthType(code: number): 'wide' | 'fullwidth' | 'ambiguous' | 'neutral' {
  const sign = String.fromCodePoint(code)
  if (/[\u3000\uFF01-\uFFE6]/.test(sign)) return 'fullwidth'
  if (WIDE.test(sign)) return 'wide'
  return AMBIGUOUS.test(sign) ? 'ambiguous' : 'neutral'
}

const WIDE =
  /[\p{scx=Han}\p{scx=Hira}\p{scx=Kana}\p{scx=Bopo}\p{scx=Yiii}\u1100-\u115F\uAC00-\uD7A3\u3001-\u303E\u3190-\u33FF\uFE10-\uFE19\uFE30-\uFE6B]/u
/** Quotation marks, and selectors that change the variant of the previous character. */
const AMBIGUOUS = /[\u2018\u2019\u201C\u201D\p{Variation_Selector}]/u
