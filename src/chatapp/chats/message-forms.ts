import { z } from 'zod'
import { isSmallJson, writeJson } from '#ground/base/json/write.ts'
import type { TurnBudget } from '#ground/base/turn-budget.ts'
import { listInvalidFields, InvalidRequest } from '#chatapp/http/invalid.ts'
import { ChatappRefused } from '#chatapp/http/refused.ts'
import { textIn } from './imported/output.ts'
import { isFields, readSeconds } from './imported/plain.ts'
import { MAX_FIELDS_BYTES, MAX_MESSAGES, MessageId, MessageForm, type MessageRole } from './schema.ts'

export type MessageForms = ReadonlyMap<string, MessageForm>

const MESSAGES_PER_BATCH = 50
const Messages = z.record(MessageId, MessageForm)

/** Validates in portions, so that other requests are served in between. */
export async function readMessageForms(sent: object, turns: TurnBudget): Promise<MessageForms> {
  if (Object.keys(sent).length > MAX_MESSAGES) throw new ChatappRefused('too_many_messages')
  const entries = Object.entries(sent)
  const forms = new Map<string, MessageForm>()
  for (let from = 0; from < entries.length; from += MESSAGES_PER_BATCH) {
    if (turns.isSpent()) await turns.nextTurn()
    const portion = entries.slice(from, from + MESSAGES_PER_BATCH)
    for (const [, message] of portion) await checkFields(message, turns)
    const parsed = Messages.safeParse(Object.fromEntries(portion.map(([id, form]) => [id, readOdd(form)])))
    if (!parsed.success) throw wrongMessages(parsed.error)
    for (const [id, form] of Object.entries(parsed.data)) forms.set(id, form)
  }
  return forms
}

const ROLES: Record<string, MessageRole> = { tool: 'assistant', function: 'assistant', developer: 'system' }

/** Clients of Open WebUI also send times in milliseconds, null for a missing field, contents as parts, and more roles. */
function readOdd(message: unknown): unknown {
  if (!isFields(message)) return message
  const { timestamp, content, role } = message
  return {
    ...message,
    ...(timestamp === null && { timestamp: undefined }),
    ...(typeof timestamp === 'number' && timestamp > 0 && { timestamp: readSeconds(timestamp) ?? timestamp }),
    ...(content === null && { content: undefined }),
    ...(Array.isArray(content) && { content: textIn(content) }),
    ...(role === null && { role: undefined }),
    ...(typeof role === 'string' && Object.hasOwn(ROLES, role) && { role: ROLES[role] }),
  }
}

function wrongMessages({ issues }: z.ZodError): InvalidRequest {
  const error = new z.ZodError(issues.map((issue) => ({ ...issue, path: [...MESSAGES_PATH, ...issue.path] })))
  return new InvalidRequest(listInvalidFields({ part: 'body', sent: null, error }))
}
const MESSAGES_PATH = ['chat', 'history', 'messages']

async function checkFields(message: unknown, turns: TurnBudget): Promise<void> {
  if (isSmallJson(message)) return
  const { content, ...beside } = message as Record<string, unknown>
  await writeFields(typeof content === 'string' ? beside : { content, ...beside }, turns)
}

export async function writeFields(fields: object, turns: TurnBudget): Promise<string> {
  const text = await writeJson(fields, turns)
  if (text.length > MAX_FIELDS_BYTES) throw new ChatappRefused('chat_fields_too_large')
  return text
}
