import { noticesIn } from '../notices/notices.ts'
import type { Cut } from '../notices/shape.ts'
import { languageOf } from '#ground/turn/language/language.ts'
import type { FinishReason } from '#ground/turn/schema.ts'

export function cutShortNotice(
  reason: FinishReason,
  { answer, question }: { answer: string; question: string },
): string | null {
  const cut = cutOf(reason, answer.trim() === '')
  return cut && noticesIn(languageOf(`${question}\n${answer}`)).cut[cut]
}

function cutOf(reason: FinishReason, isEmpty: boolean): Cut | null {
  if (reason === 'length') return isEmpty ? 'unbegun' : 'length'
  if (reason !== 'content-filter') return null
  return isEmpty ? 'withheld' : 'filter'
}

export function withNotice(answer: string, notice: string): string {
  if (answer.trim() === '') return notice
  let fence: string | null = null
  for (const line of answer.split('\n')) {
    const marks = /^ {0,3}(`{3,}|~{3,})(.*)$/.exec(line)
    if (!marks) continue
    const [, found = '', rest = ''] = marks
    if (fence === null) fence = found
    else if (found.startsWith(fence) && rest.trim() === '') fence = null
  }
  return [answer.trimEnd(), ...(fence === null ? [] : [`\n${fence}`]), `\n\n${notice}`].join('')
}
