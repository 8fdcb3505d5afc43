import { request } from 'undici'
import { checkPrefix, checkSummaries, totalOf, type Steps } from './steps.ts'

const MAX_ANSWER_TOKENS = 24

const SCHEMA = {
  type: 'object',
  properties: { plant: { type: 'string', maxLength: 20 } },
  required: ['plant'],
  additionalProperties: false,
}
const WATER = { name: 'water', description: 'Waters a plant', parameters: SCHEMA }
const TOOLS = [{ type: 'function', function: WATER }]

const user = (content: string) => ({ role: 'user', content })

const mustCall = (name: string, args: object) => ({
  messages: [user(`Repeat exactly:\n${JSON.stringify({ name, parameters: args })}`)],
  max_tokens: 100,
  tool_choice: {
    type: 'allowed_tools',
    allowed_tools: { mode: 'required', tools: [{ type: 'function', function: { name } }] },
  },
})

export interface ApiEndpoint {
  name: string
  /** Ends with `/v1` or `/api`. */
  url: string
  key: string
  model: string
}

/** Throws for a status other than 200, and for an error within a stream. */
async function post(endpoint: ApiEndpoint, path: string, body: object, headers: Record<string, string> = {}) {
  const askedAt = performance.now()
  const response = await request(`${endpoint.url}/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${endpoint.key}`, 'content-type': 'application/json', ...headers },
    body: JSON.stringify({ model: endpoint.model, ...body }),
    headersTimeout: 0,
    bodyTimeout: 0,
  })
  let text = ''
  let firstPieceMs: number | null = null
  for await (const piece of response.body.setEncoding('utf8')) {
    text += piece
    if (/"content":"[^"]|"delta":"[^"]/.test(text)) firstPieceMs ??= Math.round(performance.now() - askedAt)
  }
  if (response.statusCode !== 200 || text.includes('data: {"error"'))
    throw new Error(`${response.statusCode}: ${text}`)
  return { text, firstPieceMs }
}

async function complete(endpoint: ApiEndpoint, messages: readonly object[], more: object = {}) {
  const { text } = await post(endpoint, 'chat/completions', {
    messages,
    max_tokens: MAX_ANSWER_TOKENS,
    ...more,
  })
  return JSON.parse(text).choices[0] as {
    finish_reason: string
    message: { content: string | null; tool_calls?: { id: string; function: { name: string } }[] }
  }
}

export async function checkEndpoint(steps: Steps, endpoint: ApiEndpoint): Promise<void> {
  const ask = { messages: [user('Which plant likes shade?')], max_tokens: MAX_ANSWER_TOKENS }
  await steps.run(
    `${endpoint.name}: whole answer`,
    async () => (await complete(endpoint, ask.messages)).message.content!,
  )
  await steps.run(`${endpoint.name}: stream`, async () => {
    const { text } = await post(endpoint, 'chat/completions', { ...ask, stream: true })
    if (!text.trimEnd().endsWith('data: [DONE]')) throw new Error(`The stream has no end: ${text}`)
    return text.slice(-200)
  })
  for (const stream of [false, true])
    await steps.run(`${endpoint.name}: Responses API${stream ? ', stream' : ''}`, async () => {
      const form = { input: 'Which plant likes sun?', max_output_tokens: MAX_ANSWER_TOKENS, stream }
      const { text } = await post(endpoint, 'responses', form)
      if (!/response.(completed|incomplete)|"status":"(completed|incomplete)"/.test(text))
        throw new Error(text)
      return text
    })
}

export async function compareTitle(steps: Steps, endpoint: ApiEndpoint): Promise<void> {
  const stream = (question: string, headers: Record<string, string>) => async () => {
    const form = { messages: [user(question)], max_tokens: MAX_ANSWER_TOKENS, stream: true }
    const { firstPieceMs } = await post(endpoint, 'chat/completions', form, headers)
    const isWanted = 'X-Svc-Wants' in headers
    if (isWanted !== steps.sent().some(({ kind }) => kind === 'title'))
      throw new Error('No title was asked for.')
    return `first piece after ${firstPieceMs} ms`
  }
  await steps.run('first piece without a title', stream('How do I plant beans?', {}))
  await steps.run('first piece with a title', stream('How do I plant tomatoes?', { 'X-Svc-Wants': 'title' }))
}

export async function checkTools(steps: Steps, endpoint: ApiEndpoint): Promise<void> {
  await steps.run('JSON mode', async () => {
    const response_format = {
      type: 'json_schema',
      json_schema: { name: 'plant', schema: SCHEMA, strict: true },
    }
    const { message } = await complete(endpoint, [user('Name a plant.')], {
      response_format,
      max_tokens: 100,
    })
    const { plant } = JSON.parse(message.content!) as { plant: unknown }
    if (typeof plant !== 'string') throw new Error(message.content!)
    return message.content!
  })
  await steps.run('JSON mode in a conversation: the server evaluates the new message alone', async () => {
    const asked = [user('Which plant likes shade?')]
    const { message } = await complete(endpoint, asked, { chat_id: 'json' })
    const before = totalOf(steps.sent().at(-1)!)
    const talk = [...asked, { role: 'assistant', content: message.content }, user('Name a plant as JSON.')]
    const response_format = { type: 'json_object' }
    await complete(endpoint, talk, { chat_id: 'json', response_format, max_tokens: 100 })
    checkPrefix(steps.sent().at(-1)!, before)
    return 'ok'
  })
  const tools = { tools: TOOLS, max_tokens: MAX_ANSWER_TOKENS }
  const { messages: talk, ...forced } = mustCall('water', { plant: 'rose' }) as { messages: object[] }
  await steps.run('tool call of the client', async () => {
    const { message } = await complete(endpoint, talk, { ...tools, ...forced })
    const [call] = message.tool_calls ?? []
    if (call?.function.name !== 'water') throw new Error(JSON.stringify(message))
    talk.push({ role: 'assistant', ...message }, { role: 'tool', tool_call_id: call.id, content: 'Watered.' })
    return JSON.stringify(call)
  })
  await steps.run('answer to the result', async () => {
    const { message, finish_reason: reason } = await complete(endpoint, talk, tools)
    const { newest } = steps.sent().at(-1)!
    if (newest?.role !== 'tool' || newest.content !== 'Watered.')
      throw new Error(`The server got no result: ${JSON.stringify(newest)}`)
    return `${reason}: ${message.content}`
  })
  await steps.run('two calls in one answer', async () => {
    const call = (id: string, plant: string) => ({
      id,
      type: 'function',
      function: { name: 'water', arguments: JSON.stringify({ plant }) },
    })
    const both = [
      user('Water both beds.'),
      { role: 'assistant', content: null, tool_calls: [call('c1', 'rose'), call('c2', 'tulip')] },
      { role: 'tool', tool_call_id: 'c1', content: 'Watered the rose.' },
      { role: 'tool', tool_call_id: 'c2', content: 'Watered the tulip.' },
    ]
    return (await complete(endpoint, both, tools)).message.content ?? ''
  })
  await steps.run('sub-agent', async () => {
    const { messages, ...forced } = mustCall('delegates', { agent: 'helper', task: 'Count the beds.' })
    const { message } = await complete(endpoint, messages, forced)
    if (!steps.sent().some(({ instructions }) => instructions.startsWith(HELPER)))
      throw new Error(`The sub-agent was not asked: ${JSON.stringify(message)}`)
    return message.content ?? ''
  })
}

export const HELPER = 'You help with the garden.'

export async function exceedWindow(steps: Steps, endpoint: ApiEndpoint): Promise<void> {
  const line = 'The garden has roses, tulips and an old apple tree by the wall, and beans in the third bed. '
  const pairs = Array.from({ length: 6 }, (_, bed) => [
    user(`Bed ${bed}: ${line.repeat(12)}`),
    { role: 'assistant', content: `Noted, bed ${bed}. ${line.repeat(12)}` },
  ])
  const talk: object[] = pairs.flat()
  for (const question of ['What grows by the wall?', 'Thanks.'])
    await steps.run(`conversation beyond the window: ${question}`, async () => {
      talk.push(user(question))
      const { message } = await complete(endpoint, talk, { chat_id: 'long' })
      checkSummaries(steps.sent())
      talk.push({ role: 'assistant', content: 'Roses.' })
      return message.content!
    })
}
