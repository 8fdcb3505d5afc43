import type { AnswerContent, QuestionField } from '#ground/turn/question/schema.ts'
import type { ChangeOperation } from './schema.ts'

export type QuestionOperation = Extract<ChangeOperation, { action: 'ask_person' }>

/** Name of the only field of a question that is no form. */
export const ANSWER = 'answer'

export const MAX_TEXT_CHARS = 10_000

export const answeredResult = (question: QuestionOperation, answer: AnswerContent) =>
  ({ outcome: 'answered', detail: answerText(question, answer), answer }) as const

/** The answer for people and models: the chosen titles or the text, or a line for each field of a form. */
export function answerText({ form, fields }: QuestionOperation, answer: AnswerContent): string {
  if (form !== 'form') return valueText(fields[0]!, answer[ANSWER])
  return fields
    .filter(({ name }) => answer[name] !== undefined)
    .map((field) => `${field.title}: ${valueText(field, answer[field.name])}`)
    .join('\n')
}

function valueText(field: QuestionField, value: AnswerContent[string] | undefined): string {
  const titles = 'options' in field ? new Map(field.options.map((one) => [one.value, one.title])) : null
  const shown = (one: unknown) => titles?.get(String(one)) ?? String(one)
  return Array.isArray(value) ? value.map(shown).join(', ') : shown(value ?? '')
}
