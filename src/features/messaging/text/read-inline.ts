import type { Token } from 'markdown-it'
import type { Marks, TextSpan } from './line.ts'

export function readInline(
  tokens: readonly Token[],
  marks: Marks,
  longestAddress: number,
): readonly TextSpan[][] {
  const lines: TextSpan[][] = [[]]
  const around: { marks: Marks; suffix: string }[] = []
  const current = () => around.at(-1)?.marks ?? marks
  const put = (text: string, more: Partial<Marks> = {}) => {
    if (text !== '') lines.at(-1)?.push({ ...current(), ...more, text })
  }
  tokens.forEach((token, index) => {
    if (token.type === 'softbreak' || token.type === 'hardbreak') lines.push([])
    else if (token.type === 'code_inline') put(token.content, { code: true })
    else if (token.type === 'image') {
      const { link, suffix } = linkTo(String(token.attrGet('src')), token.content, longestAddress)
      put(token.content, { link })
      put(suffix)
    } else if (token.type === 'link_open') {
      const { link, suffix } = linkTo(
        String(token.attrGet('href')),
        labelAfter(tokens, index),
        longestAddress,
      )
      around.push({ marks: { ...current(), link }, suffix })
    } else if (token.nesting === 1)
      around.push({ marks: { ...current(), ...MARK_OF[token.tag] }, suffix: '' })
    else if (token.nesting === -1) put(around.pop()?.suffix ?? '')
    else put(token.content)
  })
  return lines
}

const MARK_OF: Readonly<Record<string, Partial<Marks>>> = {
  strong: { bold: true },
  em: { italic: true },
  s: { strike: true },
}

function linkTo(
  address: string,
  label: string,
  longestAddress: number,
): { link: string | null; suffix: string } {
  if (address === label || address === `mailto:${label}`) return { link: null, suffix: '' }
  if (label.trim() === '') return { link: null, suffix: address }
  return address.length > longestAddress
    ? { link: null, suffix: ` (${address})` }
    : { link: address, suffix: '' }
}

const labelAfter = (tokens: readonly Token[], opened: number): string => {
  const closed = tokens.findIndex(({ type }, index) => index > opened && type === 'link_close')
  return tokens
    .slice(opened + 1, closed)
    .map(({ content }) => content)
    .join('')
}
