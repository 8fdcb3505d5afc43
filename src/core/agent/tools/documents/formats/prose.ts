const AT_LINE_START = '\uFDD0'
const BEFORE_BRACKET = '\uFDD1'
const FORMULA_EDGE = '\uFDD3'

const MARKS = /[\uFDD0\uFDD1\uFDD3]/g

export function escapeProse(text: string): string {
  const escaped = text
    .replace(MARKS, '')
    .replace(/\\(?=[!-/:-@[-`{-~]|$)/g, '\\\\')
    .replace(/`/g, '\\`')
    .replace(/\*+/g, escapeStars)
    .replace(/_+/g, escapeUnderscores)
    .replace(/~{2,}/g, (run) => '\\~'.repeat(run.length))
    .replace(/<(?=[a-z/!?])/gi, '\\<')
    .replace(/&(?=#\w+;|\w+;)/g, '\\&')
  return escapeBrackets(escaped)
    .replace(/!$/, `!${BEFORE_BRACKET}`)
    .replace(/^(\s*)(?=#{1,6}(?:\s|$)|[-+](?:\s|$)|\\\*\s|>|=+\s*$|-{2,}\s*$)/, `$1${AT_LINE_START}`)
}

/** A space separates adjacent formulas, because `$$` would start a display formula. */
export const formulaInProse = (source: string): string =>
  `${FORMULA_EDGE}$${source.replace(MARKS, '')}$${FORMULA_EDGE}`

type Replacer = (run: string, offset: number, text: string) => string

/** Asterisks between white space are not emphasis. */
const escapeStars: Replacer = (run, offset, text) =>
  isSpace(text[offset - 1]) && isSpace(text[offset + run.length]) ? run : '\\*'.repeat(run.length)

const isSpace = (character: string | undefined): boolean => character !== undefined && /\s/.test(character)

/** Underscores within a word, as in `snake_case`, are not emphasis. */
const escapeUnderscores: Replacer = (run, offset, text) =>
  isWord(text[offset - 1]) && isWord(text[offset + run.length]) ? run : '\\_'.repeat(run.length)

const isWord = (character: string | undefined): boolean =>
  character !== undefined && /[\p{L}\p{N}]/u.test(character)

function escapeBrackets(text: string): string {
  if (!/[[\]]/.test(text)) return text
  if (!isBalanced(text)) return text.replace(/[[\]]/g, '\\$&')
  return text.replace(/\](?=[([:])/g, '\\]').replace(/\]$/, `]${BEFORE_BRACKET}`)
}

function isBalanced(text: string): boolean {
  let depth = 0
  for (const [bracket] of text.matchAll(/[[\]]/g)) {
    depth += bracket === '[' ? 1 : -1
    if (depth < 0) return false
  }
  return depth === 0
}

export const settleMarks = (markdown: string): string =>
  markdown
    .replace(/^([ \t>*+\d.)-]*)\uFDD0\\?/gm, '$1\\')
    .replace(/([\]!])\uFDD1(?=[([:])/g, '\\$1')
    .replaceAll(FORMULA_EDGE.repeat(2), ' ')
    .replace(MARKS, '')
