import type { z } from 'zod'
import { ToolActivity } from '#ground/turn/schema.ts'
import { cutText } from '#ground/base/cut-text.ts'
import type { StoredMessage, MessageExtra } from './message.ts'
import {
  AttachedFile,
  CutReason,
  AnswerFacts,
  MessageError,
  type ChatForm,
  type MessageForm,
  type MessageState,
} from './schema.ts'

export function chatFields(form: ChatForm) {
  const { title, history, messages: _branch, ...extra } = form
  return { title: title === null ? undefined : title && cutText(title.trim(), 200), history, extra }
}

/** Missing fields keep their value. Clients cannot start a turn, so `running` becomes `done`. */
export function mergeMessage(
  id: string,
  before: StoredMessage | null,
  form: MessageForm,
  parentExists: (id: string) => boolean,
  now: number,
): StoredMessage {
  const {
    parentId,
    role,
    content,
    model,
    timestamp,
    state,
    id: _id,
    childrenIds: _children,
    done: _done,
    ...rest
  } = form
  const parent = parentId === undefined ? (before?.parentId ?? null) : parentId
  return {
    id,
    parentId: parent !== null && parent !== id && parentExists(parent) ? parent : null,
    role: role ?? before?.role ?? 'user',
    content: content ?? before?.content ?? '',
    model: model === undefined ? (before?.model ?? null) : model,
    state: endedState(state) ?? before?.state ?? 'done',
    timestamp: timestamp === undefined ? (before?.timestamp ?? now) : Math.floor(timestamp),
    extra: { ...before?.extra, ...extraOf(rest, before?.extra) },
  }
}

const endedState = (state: MessageState | undefined) => (state === 'running' ? 'done' : state)

const extraOf = (rest: Record<string, unknown>, before: MessageExtra | undefined): MessageExtra => {
  // Only the server sets `rating`, `machine` and `pieces`, so values of clients are discarded.
  const {
    files,
    reasoning,
    tools,
    usage,
    facts,
    edited,
    error,
    finish_reason,
    rating: _rating,
    machine: _machine,
    pieces: _pieces,
    ...unread
  } = rest
  const activities = listOf(ToolActivity, tools)
  const other = {
    ...unread,
    ...(files === undefined || areAttached(files) ? {} : { files }),
    ...(Array.isArray(tools) && !activities ? { tools } : {}),
  }
  return {
    ...(areAttached(files) ? { files } : {}),
    ...(typeof reasoning === 'string' ? { reasoning } : {}),
    ...(activities ? { tools: activities } : {}),
    ...(usage === undefined ? {} : { usage }),
    ...(areFacts(facts) ? { facts } : {}),
    ...(edited === true ? { edited } : {}),
    ...(isMessageError(error) ? { error } : {}),
    ...(isCutReason(finish_reason) ? { cut: finish_reason } : {}),
    ...(before?.rating ? { rating: before.rating } : {}),
    ...(Object.keys(other).length > 0 ? { other: { ...before?.other, ...other } } : {}),
  }
}

const areAttached = (files: unknown): files is AttachedFile[] => listOf(AttachedFile, files) !== null

/** Stops at the first mismatch, because the list may be long. */
function listOf<T extends z.ZodType>(item: T, value: unknown): z.infer<T>[] | null {
  if (!Array.isArray(value)) return null
  const items: z.infer<T>[] = []
  for (const sent of value) {
    const { success, data } = item.safeParse(sent)
    if (!success) return null
    items.push(data)
  }
  return items
}

const isCutReason = (reason: unknown): reason is CutReason => CutReason.safeParse(reason).success
const areFacts = (facts: unknown): facts is AnswerFacts => AnswerFacts.safeParse(facts).success
const isMessageError = (error: unknown): error is MessageError => MessageError.safeParse(error).success
