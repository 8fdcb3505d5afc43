/** Chats in the form of Open WebUI's exports and databases. */
export interface OddChat {
  name: string
  entry: unknown
  shows?: readonly (readonly [role: 'user' | 'assistant' | 'system', text: string])[]
  refused?: string
}

type Message = Record<string, unknown>

export const AT = 1_700_000_000
export const PIXEL =
  'data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

export const question = (more: Message = {}): Message => ({
  id: 'q',
  parentId: null,
  childrenIds: ['a'],
  role: 'user',
  content: 'What grows in shade?',
  timestamp: AT,
  models: ['llama3:8b'],
  ...more,
})

export const answer = (more: Message = {}): Message => ({
  id: 'a',
  parentId: 'q',
  childrenIds: [],
  role: 'assistant',
  content: 'Ferns.',
  model: 'llama3:8b',
  modelName: 'llama3:8b',
  modelIdx: 0,
  userContext: null,
  timestamp: AT + 5,
  done: true,
  ...more,
})

export const PAIR = [
  ['user', 'What grows in shade?'],
  ['assistant', 'Ferns.'],
] as const

export const history = (messages: readonly Message[], currentId: unknown = 'a') => ({
  currentId,
  messages: Object.fromEntries(messages.map((message) => [message.id, message])),
})

export const entry = (
  name: string,
  messages: readonly Message[],
  { currentId = 'a', chat = {}, ...row }: any = {},
) => ({
  id: name.replaceAll(' ', '-'),
  user_id: 'owner',
  title: name,
  chat: {
    id: '',
    title: name,
    models: ['llama3:8b'],
    params: {},
    history: history(messages, currentId),
    ...chat,
  },
  created_at: AT,
  updated_at: AT + 60,
  share_id: null,
  archived: false,
  pinned: false,
  meta: {},
  folder_id: null,
  ...row,
})

export const odd = (
  name: string,
  messages: readonly Message[],
  shows: OddChat['shows'] = PAIR,
  more: Record<string, unknown> = {},
): OddChat => ({ name, entry: entry(name, messages, more), shows })
