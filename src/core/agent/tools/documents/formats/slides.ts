export interface Slide {
  number: number
  count: number
  isHidden: boolean
  text: string
  notes: string
  comments: readonly string[]
}

export function slideText({ number, count, isHidden, text, notes, comments }: Slide): string {
  const parts = [`--- slide ${number} of ${count}${isHidden ? ' (hidden)' : ''} ---\n${text}`]
  if (notes !== '') parts.push(`Notes:\n${notes}`)
  if (comments.length > 0) parts.push(`Comments:\n${comments.map((comment) => `- ${comment}`).join('\n')}`)
  return parts.join('\n\n').trimEnd()
}
