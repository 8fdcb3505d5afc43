import type { FinishReason } from '#ground/turn/schema.ts'

/** Why an answer is not whole. */
type Cut = 'length' | 'unbegun' | 'filter' | 'withheld'

/** In each language of the web chat. */
const NOTICES = {
  en: {
    length: 'The answer ends here: it reached the model’s length limit. Write “continue” for the rest.',
    unbegun: 'The model reached its length limit before it wrote anything.',
    filter: 'The answer ends here: the content filter of the model’s provider stopped it.',
    withheld: 'There is no answer: the content filter of the model’s provider stopped it.',
  },
  de: {
    length:
      'Die Antwort endet hier: Sie hat die Längengrenze des Modells erreicht. Schreiben Sie „weiter“ für den Rest.',
    unbegun: 'Das Modell hat seine Längengrenze erreicht, bevor es etwas geschrieben hat.',
    filter: 'Die Antwort endet hier: Der Inhaltsfilter des Modellanbieters hat sie abgebrochen.',
    withheld: 'Es gibt keine Antwort: Der Inhaltsfilter des Modellanbieters hat sie abgebrochen.',
  },
  ar: {
    length: 'تنتهي الإجابة هنا: بلغت الحد الأقصى لطول إجابات النموذج. اكتب «تابع» لقراءة البقية.',
    unbegun: 'بلغ النموذج حد الطول قبل أن يكتب شيئًا.',
    filter: 'تنتهي الإجابة هنا: أوقفها مرشّح المحتوى لدى مزوّد النموذج.',
    withheld: 'لا توجد إجابة: أوقفها مرشّح المحتوى لدى مزوّد النموذج.',
  },
  zh: {
    length: '回答到此中断：已达到模型的长度上限。发送“继续”即可查看其余内容。',
    unbegun: '模型在写出任何内容之前就达到了长度上限。',
    filter: '回答到此中断：模型提供商的内容过滤器终止了回答。',
    withheld: '没有回答：模型提供商的内容过滤器终止了回答。',
  },
} as const satisfies Record<string, Record<Cut, string>>

/**
 * One line with the reason for an incomplete answer, in the language of its conversation; null for a complete
 * answer. Pure.
 */
export function cutShortNotice(
  reason: FinishReason,
  { answer, question }: { answer: string; question: string },
): string | null {
  const cut = cutOf(reason, answer.trim() === '')
  return cut && NOTICES[languageOf(`${question}\n${answer}`)][cut]
}

function cutOf(reason: FinishReason, isEmpty: boolean): Cut | null {
  if (reason === 'length') return isEmpty ? 'unbegun' : 'length'
  if (reason !== 'content-filter') return null
  return isEmpty ? 'withheld' : 'filter'
}

/** An answer and its notice, which must not be inside a code block that the cut left open. Pure. */
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

const GERMAN =
  /\b(?:und|oder|nicht|ist|sind|das|der|die|ein|eine|ich|wir|Sie|bitte|auf|mit|für|wie|wer|zu)\b/g
const ENGLISH = /\b(?:and|or|not|is|are|the|a|an|I|we|you|please|on|with|for|how|who|to|of)\b/g

/** Of the languages that there are notices in: English when none of the others is more likely. */
function languageOf(text: string): keyof typeof NOTICES {
  const count = (pattern: RegExp) => text.match(pattern)?.length ?? 0
  const letters = count(/\p{L}/gu)
  if (count(/\p{Script=Arabic}/gu) * 2 > letters) return 'ar'
  const isJapanese = /[\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
  if (!isJapanese && count(/\p{Script=Han}/gu) * 2 > letters) return 'zh'
  return count(GERMAN) > count(ENGLISH) ? 'de' : 'en'
}
