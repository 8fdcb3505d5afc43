import { ask, finished, nextEvent, readEvents, restOf, type TurnForm } from '../../tests/chatapp/page.ts'
import type { Client } from '../../tests/chatapp/client.ts'
import { checkPrefix, checkSummaries, totalOf, type Steps } from './steps.ts'

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const LONG_QUESTION =
  'Which plants like the shade of an old apple tree by the wall, where the soil is dry for most of the summer?'

const MESSAGES = 50

async function turn(client: Client, form: TurnForm) {
  const asked = await ask(client, form)
  const message = await finished(client, asked)
  if (message.state !== 'done' || message.error) throw new Error(JSON.stringify(message.error ?? message))
  return { asked, content: message.content as string, parent_id: asked.answerId, chat_id: asked.chatId }
}

export async function walkPages(steps: Steps, client: Client, model: string): Promise<void> {
  let chat: Awaited<ReturnType<typeof turn>> | undefined
  let tokensBefore = 0
  const next = async (content: string, files: { id: string }[] = []) => {
    const position = { chat_id: chat?.chat_id, parent_id: chat?.parent_id }
    chat = await turn(client, { model, ...position, user_message: { content, files } })
    const answered = steps.sent().findLast(({ kind, status }) => kind === 'answer' && status === 200)!
    checkPrefix(answered, tokensBefore)
    tokensBefore = totalOf(answered)
    return chat.content
  }
  await steps.run('web chat: first message, with a title', async () => {
    const content = await next(LONG_QUESTION)
    if (!steps.sent().some(({ kind }) => kind === 'title')) throw new Error('No title was asked for.')
    return content
  })
  await steps.run('web chat: next message', () => next('And which likes sun?'))
  await steps.run('web chat: another answer', async () => {
    const { chatId: chat_id, promptId: parent_id } = chat!.asked
    return (await turn(client, { model, chat_id, parent_id, user_message: null })).content
  })
  await steps.run('web chat: file', async () => {
    const { id } = (await client.upload('beds.txt', 'Bed one has roses.', 'text/plain')).json
    return next('What is in this file?', [{ id }])
  })
  await steps.run('web chat: picture that the model refuses', async () => {
    const { id } = (await client.upload('rose.png', PIXEL, 'image/png')).json
    const content = await next('What is in this picture?', [{ id }])
    const answers = steps.sent().filter(({ kind }) => kind === 'answer')
    const statuses = answers.map(({ status }) => status)
    if (statuses.length !== 2 || statuses[0] === 200)
      throw new Error(`The server answered ${statuses.join()}.`)
    return content
  })
  await steps.run('web chat: message after the picture', async () => {
    const content = await next('Never mind. Say hello.')
    const answers = steps.sent().filter(({ kind }) => kind === 'answer')
    if (answers.length !== 1) throw new Error(`${answers.length} requests were sent.`)
    return content
  })
  // Must be the last step: the model server handles one request at a time, so a later chat would wait for this
  // answer.
  await steps.run('web chat: stop', async () => {
    const asked = await ask(client, { model, user_message: { content: 'Tell a long story.' } })
    const events = readEvents(client, asked.chatId)
    const { data } = await nextEvent(events, 'snapshot')
    if (data.message.content === '') await nextEvent(events, 'delta')
    await client.post(`/api/tasks/chat/${asked.chatId}/stop`)
    const { state } = (await restOf(events)).at(-1)!.data.message
    if (state !== 'stopped') throw new Error(`The answer is ${state}.`)
    return state
  })
}

export async function walkLongChat(steps: Steps, client: Client, model: string): Promise<void> {
  await steps.run(`web chat: ${MESSAGES} messages`, async () => {
    let place: { chat_id?: string; parent_id?: string } = {}
    let last = 0
    let most = 0
    let evaluated = 0
    let shortened = 0
    for (let number = 1; number <= MESSAGES; number++) {
      const before = steps.sent().length
      const content = `Note ${number}: the bed by the wall has roses, tulips, beans and an old apple tree, and it wants water on day ${number}.`
      place = await turn(client, { model, ...place, user_message: { content } })
      const sent = steps.sent().slice(before)
      checkSummaries(sent)
      most = Math.max(most, sent.filter(({ kind }) => kind === 'summary').length)
      const answered = sent.findLast(({ kind }) => kind === 'answer')!
      const total = totalOf(answered)
      const isShortened = total < last || sent.some(({ kind }) => kind === 'summary')
      if (isShortened) shortened++
      else checkPrefix(answered, last)
      last = total
      evaluated += answered.prompt!.evaluated
    }
    if (shortened === 0) throw new Error('The chat did not grow beyond the window.')
    return `alive; shortened ${shortened} times, at most ${most} summaries for a message, ${Math.round(evaluated / MESSAGES)} tokens evaluated for a message`
  })
}
