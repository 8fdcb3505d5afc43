import type { Clock } from '#ground/base/clock.ts'
import { clientOf, type Client } from '../chatapp/client.ts'
import { ask, messagesOf, type AskedTurn, type TurnForm } from '../chatapp/page.ts'
import {
  startTestConsole,
  type ConsoleCaller,
  type Ending,
  type TestConsoleOptions,
} from '../support/console.ts'
import { freePorts } from '../support/free-ports.ts'
import { until } from '../support/until.ts'

export interface AskingHub {
  hub: Awaited<ReturnType<typeof startTestConsole>>
  person(name: string): Promise<Asked>
}

export interface Asked {
  console: ConsoleCaller
  chat: Client
}

/** A Hub with web chat, in which agents ask questions. */
export async function startAskingHub(
  t: Ending,
  options: Omit<TestConsoleOptions, 'clock'> & { clock?: Clock } = {},
): Promise<AskingHub> {
  const [bridge] = await freePorts(1)
  const hub = await startTestConsole(t, {
    ...options,
    moves: 'all',
    environment: { BRIDGE_PORT: String(bridge), ...options.environment },
  })
  await hub.admin.get('/me')
  return {
    hub,
    async person(name) {
      const console = await hub.addPerson(name)
      await hub.admin.post('/access/grant', { subject: console.email, hub: 'garden', permission: 'use_hub' })
      const chat = clientOf(hub.chatappUrl, console.token, console.id)
      const models = async () => (await chat.get('/api/models')).json.data as { id: string }[]
      await until(async () => (await models()).some(({ id }) => id === 'garden')) // access reaches the web chat later
      return { console, chat }
    },
  }
}

export interface AskedQuestion extends AskedTurn {
  id: string
}

/** Lets the agent ask, and waits until its answer has ended. */
export async function askQuestion(
  { chat }: Pick<Asked, 'chat'>,
  input: object,
  { after = '/say Thanks.', ...form }: TurnForm & { after?: string } = {},
): Promise<AskedQuestion> {
  const content = `/tool ask_person ${JSON.stringify(input)}\n${after}`
  const turn = await ask(chat, { user_message: { content }, ...form })
  const message = await endOf(chat, turn.chatId, turn.answerId)
  const change = message.tools?.find((tool: any) => tool.change)?.change
  if (!change) throw new Error(`the agent asked nothing: ${JSON.stringify(message)}`)
  return { ...turn, id: change.id }
}

export async function endOf(chat: Client, chatId: string, messageId: string): Promise<any> {
  return until(async () => {
    const message = (await messagesOf(chat, chatId))[messageId]
    return message?.done && message
  })
}

/** The answer with which the agent continues. */
export const continuedAnswer = (chat: Client, { chatId, id }: AskedQuestion): Promise<any> =>
  endOf(chat, chatId, `continued-${id}`)

export async function answerQuestion(console: ConsoleCaller, id: string, content: object) {
  const { json } = await console.get(`/change-requests/${id}`)
  return console.post(`/change-requests/${id}/answer`, { plan_hash: json.plan_hash, content })
}
