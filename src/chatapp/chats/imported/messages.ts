import { sha256 } from '#ground/base/ids.ts'
import { MessageId, type MessageForm, type MessageRole } from '../schema.ts'
import { picturesIn, readAttachments, type Attachment } from './attachments.ts'
import { cutCycles, inOrder, type OrderedMessage } from './order.ts'
import { activityOf, readAnswer, textIn } from './output.ts'
import { fieldsOf, firstText, isFields, listOf, readSeconds, type Fields } from './plain.ts'

/** `form` lacks `files`, because the caller must first store the contents of `attachments`. */
export interface ImportedMessage {
  id: string
  form: MessageForm
  attachments: readonly Attachment[]
}

interface Read extends OrderedMessage {
  role: MessageRole | 'tool'
  sent: Fields
}

interface History {
  messages: ImportedMessage[]
  newIds: ReadonlyMap<string, string>
}

export const countMessages = (chat: Fields): number => entriesOf(chat).length

/**
 * @param start Time of messages without a time, epoch seconds.
 * @param latest A later time is ignored.
 */
export function readMessages(chat: Fields, start: number, latest = Infinity): History {
  const newIds = new Map<string, string>()
  const read = entriesOf(chat).map(([id, sent]) => {
    const own = safeId(id)
    newIds.set(id, own)
    return readMessage(own, sent, latest)
  })
  adoptChildren(read)
  cutCycles(read)
  const results = withoutResults(read, newIds)
  const messages = inOrder(results.messages, start).map((message) =>
    importedMessage(message, results.ofAnswers.get(message.id) ?? []),
  )
  return { messages, newIds }
}

interface ListedHistory {
  currentId: string | null
  messages: Record<string, MessageForm>
}

export function historyOf(chat: Fields, start: number): ListedHistory {
  const { messages } = readMessages(chat, start)
  const sent = new Map(entriesOf(chat).map(([id, fields]) => [safeId(id), fields]))
  const forms = messages.map(({ id, form }) => {
    const { files } = sent.get(id)!
    return [id, files === undefined ? form : { ...form, files }] as const
  })
  return { currentId: messages.at(-1)?.id ?? null, messages: Object.fromEntries(forms) }
}

/** Fields that the client did not send stay undefined. */
export function changeOf(chat: Fields, start: number): ListedHistory {
  const { currentId, messages } = historyOf(chat, start)
  for (const [id, sent] of entriesOf(chat)) {
    const form = messages[safeId(id)]
    if (!form) continue
    form.parentId ??= typeof sent.parentId === 'string' && sent.parentId ? safeId(sent.parentId) : undefined
    if (readSeconds(sent.timestamp ?? sent.created_at) === null) form.timestamp = undefined
    if (sent.role === undefined) form.role = undefined
    if (sent.content === undefined && sent.output === undefined) form.content = undefined
    if (sent.state === undefined && sent.done === undefined && !errorOf(sent.error)) form.state = undefined
  }
  return { currentId, messages }
}

/** A chat without a history has a list of messages. Each message follows the previous message of the list. */
function entriesOf(chat: Fields): [id: string, sent: Fields][] {
  const { messages } = fieldsOf(chat.history)
  const entries = isFields(messages) ? Object.entries(messages) : []
  const known = entries.filter((entry): entry is [string, Fields] => isFields(entry[1]))
  return known.length > 0 ? known : listed(Array.isArray(messages) ? messages : chat.messages)
}

function listed(messages: unknown): [id: string, sent: Fields][] {
  const list = listOf(messages).filter(isFields)
  const given = new Set(list.map((message) => firstText(message.id)))
  const used = new Set<string>()
  let number = 0
  let before: string | null = null
  return list.map((message, index) => {
    let id = firstText(message.id)
    if (!id || used.has(id)) {
      number = Math.max(number, index)
      do id = `message-${++number}`
      while (given.has(id))
    }
    used.add(id)
    const { parentId = before, childrenIds: _, ...sent } = message
    before = id
    return [id, { ...sent, parentId }]
  })
}

/** Replaces an invalid id, and the id `__proto__`, with a hash. */
export const safeId = (id: string): string =>
  MessageId.safeParse(id).success && id !== '__proto__' ? id : `m-${sha256(id).slice(0, 32)}`

const readMessage = (id: string, sent: Fields, latest: number): Read => ({
  id,
  parentId: typeof sent.parentId === 'string' && sent.parentId !== '' ? safeId(sent.parentId) : null,
  timestamp: readSeconds(sent.timestamp ?? sent.created_at, latest),
  role: roleOf(sent),
  sent,
})

function roleOf({ role, model, models }: Fields): Read['role'] {
  if (role === 'user' || role === 'assistant' || role === 'system' || role === 'tool') return role
  if (role === 'developer') return 'system'
  if (role === 'function') return 'tool'
  return typeof model === 'string' && !Array.isArray(models) ? 'assistant' : 'user'
}

function adoptChildren(read: readonly Read[]): void {
  const orphans = new Map(
    read.filter(({ parentId }) => parentId === null).map((message) => [message.id, message]),
  )
  for (const { id, sent } of read)
    for (const child of listOf(sent.childrenIds)) {
      const orphan = typeof child === 'string' ? orphans.get(safeId(child)) : undefined
      if (orphan && orphan.id !== id && orphan.parentId === null) orphan.parentId = id
    }
}

function withoutResults(read: readonly Read[], newIds: Map<string, string>) {
  const byId = new Map(read.map((message) => [message.id, message]))
  const ofAnswers = new Map<string, Read[]>()
  const answerOf = new Map<string, string>()
  for (const message of inOrder(read, 0)) {
    if (message.role !== 'tool') continue
    const above = answerOf.get(message.parentId ?? '') ?? message.parentId
    const answer = above === null ? undefined : byId.get(above)
    if (answer?.role !== 'assistant') {
      byId.get(message.id)!.role = 'assistant'
      continue
    }
    answerOf.set(message.id, answer.id)
    const results = ofAnswers.get(answer.id)
    if (results) results.push(message)
    else ofAnswers.set(answer.id, [message])
  }
  for (const [from, to] of newIds) newIds.set(from, answerOf.get(to) ?? to)
  const messages = read.filter(({ id }) => !answerOf.has(id))
  for (const message of messages) message.parentId = answerOf.get(message.parentId ?? '') ?? message.parentId
  return { messages, ofAnswers }
}

const READ_FIELDS = new Set([
  'id',
  'parentId',
  'childrenIds',
  'role',
  'content',
  'output',
  'model',
  'timestamp',
  'created_at',
  'done',
  'state',
  'files',
  'reasoning',
  'tools',
  'usage',
  'error',
  'finish_reason',
  'rating',
  'machine',
  'pieces',
  'lastSentence',
  'userContext',
  'versions',
])
const MAX_OTHER_LENGTH = 64 * 1024

function importedMessage(
  { id, parentId, timestamp, role, sent }: Read & { timestamp: number },
  results: Read[],
): ImportedMessage {
  const attachments = [...readAttachments(sent.files), ...picturesIn(sent.content)]
  const content = textIn(sent.content) || (isFields(sent.content) ? JSON.stringify(sent.content) : '')
  const answer = role === 'assistant' ? answerFields(sent, content, results) : { content }
  const form: MessageForm = {
    ...otherFields(sent),
    ...answer,
    content: withLinks(answer.content, attachments),
    parentId,
    role: role === 'tool' ? 'assistant' : role,
    timestamp,
    ...(firstText(sent.model) && role !== 'user' ? { model: firstText(sent.model).slice(0, 256) } : {}),
  }
  return { id, form, attachments: attachments.filter(({ kind }) => kind !== 'link') }
}

function answerFields(sent: Fields, content: string, results: Read[]) {
  const { text, reasoning, tools } = readAnswer(content, sent.output)
  const own = listOf(sent.tools)
  const calls = [...tools, ...results.map((result) => resultActivity(result, text.length))]
  const error = errorOf(sent.error)
  return {
    content: text,
    ...(reasoning || firstText(sent.reasoning) ? { reasoning: reasoning || firstText(sent.reasoning) } : {}),
    ...(calls.length > 0 ? { tools: calls } : own.length > 0 ? { tools: own } : {}),
    ...(isFields(sent.usage) ? { usage: sent.usage } : {}),
    ...(error ? { error } : {}),
    ...(sent.finish_reason === undefined ? {} : { finish_reason: sent.finish_reason }),
    state: stateOf(sent, error !== null),
  }
}

const resultActivity = ({ id, sent }: Read, at: number) =>
  activityOf({
    id: firstText(sent.tool_call_id, id),
    name: firstText(sent.name),
    input: '',
    result: textIn(sent.content),
    isDone: true,
    at,
  })

/** No turn runs for an imported answer, so an unfinished answer is interrupted. */
function stateOf({ state, done }: Fields, hasError: boolean): MessageForm['state'] {
  if (state === 'stopped' || state === 'interrupted' || state === 'failed') return state
  if (hasError) return 'failed'
  return done === false || state === 'running' ? 'interrupted' : 'done'
}

const IMPORTED_ERROR = 'imported'

function errorOf(error: unknown): { message: string; code: string } | null {
  if (error === null || error === undefined || error === false) return null
  const { message, content, detail, code } = fieldsOf(error)
  const text = firstText(message, content, detail, error, fieldsOf(content).message)
  return { message: text.slice(0, 2000) || 'The answer failed.', code: firstText(code) || IMPORTED_ERROR }
}

const withLinks = (content: string, attachments: readonly Attachment[]): string =>
  [content, ...attachments.map((file) => (file.kind === 'link' ? `[${file.name}](<${file.url}>)` : ''))]
    .filter(Boolean)
    .join('\n\n')

const otherFields = (sent: Fields): Fields => {
  const other = Object.fromEntries(Object.entries(sent).filter(([name]) => !READ_FIELDS.has(name)))
  return JSON.stringify(other).length <= MAX_OTHER_LENGTH ? other : {}
}
