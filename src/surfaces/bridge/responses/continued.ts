import { completionBodyLimit } from '../completions/body-limit.ts'
import type { CallerChats } from '#core/chats/chats.ts'
import { explicitChat, scopeCandidates } from '#core/chats/scope.ts'
import type { StoredItem, StoredResponse, StoredResponses } from '#core/responses/stored-responses.ts'
import { accepted, refused, type Result } from '#ground/base/result.ts'
import type { Caller } from '#ground/identity/caller.ts'
import { responseOfItem } from '#ground/base/response-id.ts'
import { invalidRequest, type BridgeError } from '../error.ts'
import { InputItem, type ResponseRequest } from './fields.ts'
import { AttachmentsTooLarge, createFileReader, withFiles, type FileReader } from './stored-input.ts'

export interface ContinuedDeps {
  responses: StoredResponses
  chats: Pick<CallerChats, 'ownFiles'>
  maxUploadBytes: number
}

export interface Continued {
  before: readonly InputItem[]
  input: readonly InputItem[]
  chatId: string | null
  references: readonly string[]
}

/** A response of another caller counts as not found. */
export async function readContinued(
  { responses, chats, maxUploadBytes }: ContinuedDeps,
  request: ResponseRequest,
  { caller, chatHeader }: { caller: Caller; chatHeader: string },
): Promise<Result<Continued, BridgeError>> {
  const previous = request.previous_response_id
  const conversation = previous == null ? accepted([]) : await responses.conversation(caller.email, previous)
  if (!conversation.ok)
    return refused(
      conversation.refusal === 'too_large'
        ? TOO_LARGE
        : previousNotFound(conversation.refusal === 'incomplete' ? INCOMPLETE : missing(previous!)),
    )
  const history = conversation.value
  const chatId = history.at(-1)?.chat ?? null
  const other = chatId === null ? null : otherChatNamed(request, chatHeader, { chatId, caller })
  if (other) return refused(other)
  const stored = history.flatMap(({ chat, input, response }) =>
    [...input, ...response.output].map((item) => ({ chat, item })),
  )
  const referenced = [...stored.map(({ item }) => item), ...request.input].flatMap((item) =>
    item.type === 'item_reference' ? [item.id] : [],
  )
  const references = [...new Set(referenced.map((id) => responseOfItem(id) ?? ''))]
  const known = itemsOf([...history, ...(await responses.findAll(caller.email, references))])
  const files = createFileReader((chat) => chats.ownFiles(chat, caller), completionBodyLimit(maxUploadBytes))
  try {
    const before = await resolved(stored, known, files)
    if (!before.ok) return refused(previousNotFound(INCOMPLETE))
    const own = await resolved(
      request.input.map((item) => ({ item: item as InputItem | StoredItem, chat: '' })),
      known,
      files,
    )
    if (!own.ok) return own
    return accepted({
      before: before.value,
      input: own.value,
      chatId,
      references,
    })
  } catch (error) {
    if (error instanceof AttachmentsTooLarge) return refused(TOO_LARGE)
    throw error
  }
}

function otherChatNamed(
  { chat_id: id, metadata }: ResponseRequest,
  header: string,
  { chatId, caller }: { chatId: string; caller: Caller },
): BridgeError | null {
  const named = [
    ['chat_id', id],
    ['metadata.chat_id', metadata?.['chat_id']],
    ['metadata.conversation_id', metadata?.['conversation_id']],
    ['X-Svc-Chat-Id', header],
  ] as const
  const [field, value] = named.find(([, text]) => typeof text === 'string' && text.trim() !== '') ?? []
  if (field === undefined || scopeCandidates(explicitChat(value as string), caller).includes(chatId))
    return null
  return invalidRequest(
    `${field} and previous_response_id name different chats. Leave ${field} out: a continued conversation stays in its chat.`,
    { param: field === 'X-Svc-Chat-Id' ? 'previous_response_id' : field },
  )
}

interface StoredInput {
  item: StoredItem
  chat: string
}

const itemsOf = (answers: readonly StoredResponse[]): ReadonlyMap<string, StoredInput> =>
  new Map(
    answers.flatMap(({ chat, input, response }) =>
      [...input, ...response.output]
        .filter(({ type }) => type !== 'item_reference')
        .map((item) => [item.id, { item, chat }] as const),
    ),
  )

async function resolved(
  items: readonly { item: InputItem | StoredItem; chat: string }[],
  known: ReadonlyMap<string, StoredInput>,
  files: FileReader,
): Promise<Result<InputItem[], BridgeError>> {
  const found: InputItem[] = []
  for (const [index, { item, chat }] of items.entries()) {
    const isReference = item.type === 'item_reference'
    const source = isReference ? known.get(item.id) : { item, chat }
    if (!source) return refused(itemNotFound((item as StoredItem).id, index))
    if (source.chat === '') found.push(source.item as InputItem)
    else found.push(InputItem.parse(await withFiles(source.item as StoredItem, source.chat, files)))
  }
  return accepted(found)
}

const previousNotFound = (message: string): BridgeError =>
  invalidRequest(message, {
    status: 404,
    code: 'previous_response_not_found',
    param: 'previous_response_id',
  })

const missing = (id: string) => `There is no stored response with the id ${shown(id)}.`

const INCOMPLETE =
  'A response that this one continues was deleted or has expired. Send the whole conversation as input instead.'

const itemNotFound = (id: string, index: number): BridgeError =>
  invalidRequest(`There is no stored item with the id ${shown(id)}. Send the item itself.`, {
    status: 404,
    code: 'item_not_found',
    param: `input[${index}].id`,
  })

/** Quotes an id only if it is short and plain, because the client wrote it. */
const shown = (id: string): string => (/^\w{1,80}$/.test(id) ? id : 'given')

const TOO_LARGE = invalidRequest(
  'The stored conversation is too large to be continued by previous_response_id. Send the newest items as input.',
  { status: 413, code: 'too_large', param: 'previous_response_id' },
)
