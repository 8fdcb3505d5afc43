import { cutText, shortened } from '#ground/base/cut-text.ts'
import { plainTextOf, type ChatCompletionRequest } from './request.ts'

export type CompletionTask = (typeof TASKS)[number]

const TASKS = [
  'title_generation',
  'tags_generation',
  'follow_up_generation',
  'query_generation',
  'image_prompt_generation',
  'autocomplete_generation',
  'emoji_generation',
  'moa_response_generation',
] as const

const ANSWER_KEYS: readonly (readonly [string, CompletionTask])[] = [
  ['"title"', 'title_generation'],
  ['"tags"', 'tags_generation'],
  ['"follow_ups"', 'follow_up_generation'],
  ['"queries"', 'query_generation'],
  ['"prompt"', 'image_prompt_generation'],
  ['"text"', 'autocomplete_generation'],
]

const OPENINGS: readonly (readonly [string, CompletionTask])[] = [
  [
    "Your task is to reflect the speaker's likely facial expression through a fitting emoji.",
    'emoji_generation',
  ],
  [
    'You have been provided with a set of responses from various models to the latest user query:',
    'moa_response_generation',
  ],
]

/** Open WebUI's background task that sent the request; null for a message of a chat. */
export function taskOf(request: ChatCompletionRequest, header: string): CompletionTask | null {
  // Some versions of Open WebUI do not replace the `{{…}}` placeholder in this header.
  if (header !== '' && !header.startsWith('{{'))
    return TASKS.find((task) => task === header) ?? 'title_generation'
  const [message, ...others] = request.messages
  if (others.length > 0 || message?.role !== 'user') return null
  const text = plainTextOf(message.content)
  const opened = OPENINGS.find(([opening]) => text.startsWith(opening))
  if (opened) return opened[1]
  const end = text.indexOf('<chat_history>')
  if (request.stream || !text.startsWith('### Task:') || end < 0) return null
  const [instructions] = text.slice(0, end).split('<context>', 1)
  return ANSWER_KEYS.find(([key]) => instructions!.includes(key))?.[1] ?? null
}

/** Open WebUI's *Merge responses* needs a model. Other tasks are answered without a model. */
export const MERGE = 'moa_response_generation'

export function answerTask(
  task: Exclude<CompletionTask, typeof MERGE>,
  request: ChatCompletionRequest,
): string {
  const prompt = promptOf(request)
  switch (task) {
    case 'title_generation':
      return JSON.stringify({ title: titleOf(prompt) })
    case 'tags_generation':
      return JSON.stringify({ tags: tagsOf(prompt) })
    case 'follow_up_generation':
      return JSON.stringify({ follow_ups: [] })
    case 'query_generation':
      return JSON.stringify({ queries: prompt === '' ? [] : [cutText(prompt, 200)] })
    case 'image_prompt_generation':
      return JSON.stringify({ prompt })
    case 'autocomplete_generation':
      return JSON.stringify({ text: '' })
    case 'emoji_generation':
      return '💬'
  }
}

const promptOf = (request: ChatCompletionRequest): string => {
  const text = plainTextOf(request.messages.findLast((message) => message.role === 'user')?.content)
  const history = between(text, '<chat_history>', '</chat_history>')
  const prompt =
    history === null ? text : (between(`${history}\nASSISTANT:`, 'USER:', '\nASSISTANT:') ?? history)
  return prompt.replace(/\s+/g, ' ').trim()
}

const between = (text: string, start: string, end: string): string | null => {
  const from = text.indexOf(start)
  const to = text.indexOf(end, from + start.length)
  return from < 0 || to < 0 ? null : text.slice(from + start.length, to)
}

const titleOf = (prompt: string): string => {
  const words = prompt.split(' ')
  const title = words.slice(0, 6).join(' ')
  if (title === '') return 'New chat'
  return title.length > 60 ? shortened(title, 60) : title + (words.length > 6 ? '…' : '')
}

const tagsOf = (prompt: string): string[] => {
  const words = prompt.toLowerCase().match(/\p{L}{5,24}/gu) ?? []
  const tags = [...new Set(words)].toSorted((a, b) => b.length - a.length).slice(0, 3)
  return tags.length > 0 ? tags : ['general']
}
