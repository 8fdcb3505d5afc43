import type { Client } from './client.ts'

export interface PageEvent {
  event: string
  data: any
}

export const readEvents = (client: Client, chatId: string, signal?: AbortSignal): AsyncGenerator<PageEvent> =>
  readStream(client, `/api/v1/chats/${chatId}/events`, signal)

export async function* readStream(
  client: Client,
  path: string,
  signal?: AbortSignal,
): AsyncGenerator<PageEvent> {
  const response = await client.fetch(path, { signal })
  if (response.status !== 200) throw new Error(`events answered ${response.status}: ${await response.text()}`)
  let rest = ''
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    const blocks = (rest + piece).split('\n\n')
    rest = blocks.pop()!
    for (const block of blocks) {
      const event = /^event: (.*)$/m.exec(block)?.[1]
      if (event) yield { event, data: JSON.parse(/^data: (.*)$/m.exec(block)![1]!) }
    }
  }
}

export async function nextEvent(events: AsyncGenerator<PageEvent>, name: string): Promise<PageEvent> {
  for (;;) {
    const { value, done } = await events.next()
    if (done) throw new Error(`the events ended before ${name}`)
    if (value.event === name) return value
  }
}

export const restOf = (events: AsyncGenerator<PageEvent>): Promise<PageEvent[]> => Array.fromAsync(events)

export interface TurnForm {
  model?: string
  chat_id?: string | null
  id?: string
  parent_id?: string | null
  user_message?: { id?: string; content: string; files?: { id: string }[] } | null
  time_zone?: unknown
  temporary?: boolean
}

export const turnForm = (form: TurnForm = {}) => ({
  model: 'garden',
  stream: true,
  session_id: 'tab-1',
  chat_id: null,
  id: crypto.randomUUID() as string,
  parent_id: null,
  ...form,
  user_message:
    form.user_message === null
      ? null
      : { id: crypto.randomUUID() as string, content: 'hello', ...form.user_message },
})

export interface AskedTurn {
  chatId: string
  answerId: string
  promptId: string
}

export async function ask(client: Client, form: TurnForm = {}): Promise<AskedTurn> {
  const sent = turnForm(form)
  const answer = await client.post('/api/chat/completions', sent)
  if (answer.status !== 200) throw new Error(`the turn was refused with ${answer.status}: ${answer.text}`)
  return {
    chatId: answer.json.chat_id,
    answerId: sent.id,
    promptId: sent.user_message?.id ?? sent.parent_id!,
  }
}

export async function finished(client: Client, { chatId, answerId }: AskedTurn): Promise<any> {
  await restOf(readEvents(client, chatId))
  return (await messagesOf(client, chatId))[answerId]
}

export const messagesOf = async (client: Client, chatId: string): Promise<Record<string, any>> =>
  (await client.get(`/api/v1/chats/${chatId}`)).json.chat.history.messages

export const signalled = () => Promise.withResolvers<void>()
