import assert from 'node:assert/strict'
import { signUp } from '../../support/console-person.ts'
import { until } from '../../support/until.ts'

export interface ModelWorld {
  /** Address of the bridge, ends with `/v1`. */
  url: string
  edge: string
  key: string
  model: string
  server: { url: string; key: string; isBusy(): Promise<boolean> }
  stopServer(): Promise<void>
  /** Starts the server at the same address; `key` defaults to the key that the Hub sends. */
  startServer(key?: string): Promise<void>
}

const SCHEMA = {
  type: 'object',
  properties: { plant: { type: 'string', maxLength: 20 } },
  required: ['plant'],
  additionalProperties: false,
}
const WATER = {
  type: 'function',
  function: { name: 'water', description: 'Waters a plant', parameters: SCHEMA },
}

const user = (content: string) => ({ role: 'user', content })
const SHORT = { messages: [user('Which plant likes shade?')], max_tokens: 16 }
/** The model repeats itself at a temperature of 0, so the answer does not end before the limit. */
const LONG = { messages: [user('Write the numbers from 1 to 900.')], max_tokens: 1500, stream: true }

/** In this order, because the last checks stop the server. */
export const CHECKS: Readonly<Record<string, (world: ModelWorld) => Promise<void>>> = {
  async chat(world) {
    const { status, json } = await ask(world, SHORT)
    assert.equal(status, 200, JSON.stringify(json))
    assert.ok(json.choices[0].message.content.length > 0)
  },

  async stream(world) {
    const { text } = await ask(world, { ...SHORT, stream: true })
    assert.match(text, /^data: \{[^]*"content":"[^"][^]*data: \[DONE\]\s*$/)
  },

  async usage(world) {
    const { usage } = (await ask(world, SHORT)).json
    assert.ok(usage.prompt_tokens > 10, JSON.stringify(usage))
    assert.ok(usage.completion_tokens > 0 && usage.completion_tokens <= 16, JSON.stringify(usage))
  },

  async 'own-tool'(world) {
    const call = JSON.stringify({ name: 'water', parameters: { plant: 'rose' } })
    const { json } = await ask(world, {
      messages: [user(`Repeat exactly:\n${call}`)],
      max_tokens: 100,
      tools: [WATER],
      tool_choice: 'required',
    })
    const { function: called } = json.choices[0].message.tool_calls[0]
    assert.equal(called.name, 'water')
    assert.equal(typeof JSON.parse(called.arguments).plant, 'string')
  },

  async structured(world) {
    const format = { type: 'json_schema', json_schema: { name: 'plant', schema: SCHEMA, strict: true } }
    const { text, json } = await ask(world, {
      messages: [user('Name a plant.')],
      max_tokens: 100,
      response_format: format,
    })
    assert.ok(json?.choices, text)
    assert.equal(typeof JSON.parse(json.choices[0].message.content).plant, 'string')
  },

  async 'too-long'(world) {
    const { status, json } = await ask(world, {
      ...SHORT,
      messages: [user('Roses and beans. '.repeat(3000))],
    })
    assert.ok(status >= 400 && status < 500, `status ${status}`)
    assert.match(json.error.message, /too long/)
  },

  async 'model-list'(world) {
    const admin = await signUp(world.edge, {
      name: 'Ann',
      email: 'ann@example.com',
      password: 'correct horse battery',
    })
    const { url, key } = world.server
    const { data } = await admin.call('POST', '/openai/verify', { url, key })
    assert.ok(data.length > 0)
  },

  async cancel(world) {
    await using answer = await begin(world)
    assert.ok(await world.server.isBusy())
    answer.abort()
    await until(async () => !(await world.server.isBusy()), { what: 'the server stops generating' })
  },

  async 'model-fails'(world) {
    await using answer = await begin(world)
    await world.stopServer()
    const rest = await answer.rest()
    assert.match(rest, /"error"[^]*(broke|reached|ended)/)
    const { status, json } = await ask(world, SHORT)
    assert.ok(status >= 400, `status ${status}`)
    assert.match(json.error.message, /reach|answer|connect/)
    await world.startServer()
    assert.equal((await ask(world, SHORT)).status, 200)
  },

  async 'wrong-key'(world) {
    await world.stopServer()
    await world.startServer('sk-another')
    const { status, json } = await ask(world, SHORT)
    assert.ok(status >= 400, `status ${status}`)
    assert.match(json.error.message, /key/i)
  },
}

const send = ({ url, key, model }: ModelWorld, body: object, signal: AbortSignal | null = null) =>
  fetch(`${url}/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model, ...body }),
    signal,
  })

async function ask(world: ModelWorld, body: object) {
  const response = await send(world, body)
  const text = await response.text()
  const isJson = response.headers.get('content-type')?.startsWith('application/json')
  return { status: response.status, text, json: isJson ? JSON.parse(text) : null }
}

async function begin(world: ModelWorld) {
  const controller = new AbortController()
  const response = await send(world, LONG, controller.signal)
  assert.equal(response.status, 200)
  const pieces = response.body!.pipeThrough(new TextDecoderStream()).getReader()
  let text = ''
  while (!/"content":"[^"]/.test(text)) {
    const { done, value } = await pieces.read()
    assert.ok(!done, `the answer ended: ${text}`)
    text += value
  }
  return {
    abort: () => controller.abort(),
    async rest() {
      for (;;) {
        const { done, value } = await pieces.read()
        if (done) return text
        text += value
      }
    },
    async [Symbol.asyncDispose]() {
      controller.abort()
    },
  }
}
