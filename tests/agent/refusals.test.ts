import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import { ModelFailure, type TurnMessage } from '#core/agent/model/model.ts'
import { startTestAgent, userSays, type TestAgentOptions } from '../support/agent.ts'
import { manualClock } from '../support/manual-clock.ts'
import { pngOf } from '../support/png.ts'
import {
  says,
  startUpstream,
  type RecordedRequest,
  type Upstream,
  type UpstreamScript,
} from '../support/upstream.ts'

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

const HEIC = Buffer.concat([
  Buffer.from([0, 0, 0, 24]),
  Buffer.from('ftypheic'),
  Buffer.alloc(12),
  Buffer.alloc(64),
])

const shows = (data: Buffer, mediaType = 'image/png', text = 'look'): TurnMessage => ({
  role: 'user',
  parts: [
    { type: 'text', text },
    { type: 'file', mediaType, data, filename: 'cat.png' },
  ],
})
const answered: TurnMessage = { role: 'assistant', text: 'well', toolCalls: [] }

const BASE64 = /base64|inlineData|"data":"[A-Za-z0-9+/=]{20}/

const refusing =
  (isRefused: (request: RecordedRequest) => boolean, status: number, body: unknown): UpstreamScript =>
  (answer, request) =>
    isRefused(request) ? answer.status(status, body) : says('fine')(answer, request)

const start = async (t: TestContext, script: UpstreamScript, options: TestAgentOptions = {}) => {
  const upstream = await startUpstream()
  t.after(() => upstream[Symbol.asyncDispose]())
  upstream.otherwise(script)
  const agent = await startTestAgent(t, { upstream: upstream.url, tools: [], ...options })
  return { agent, upstream }
}

const hasPicture = ({ text }: RecordedRequest): boolean => BASE64.test(text)
const shownTo = ({ requests }: Upstream): boolean[] => requests.map(hasPicture)

const NO_PICTURES: [status: number, body: unknown][] = [
  [
    500,
    {
      error: {
        code: 500,
        message:
          'image input is not supported - hint: if this is unexpected, you may need to provide the mmproj',
        type: 'server_error',
      },
    },
  ],
  [400, { error: { message: 'm is not a multimodal model', type: 'BadRequestError', code: 400 } }],
  [400, { error: { message: 'This model does not support image input.' } }],
  [
    422,
    {
      detail: [
        {
          type: 'string_type',
          loc: ['body', 'messages', 1, 'content'],
          msg: 'Input should be a valid string',
          input: [],
        },
      ],
    },
  ],
  [404, { error: { message: 'No endpoints found that support image input', code: 404 } }],
  [413, '<html>413 Request Entity Too Large</html>'],
  [400, { error: 'invalid message format' }],
]

for (const [status, body] of NO_PICTURES)
  test(`a picture refused with ${JSON.stringify(body).slice(0, 70)} leaves the chat open [agent.model.refusals]`, async (t) => {
    const { agent, upstream } = await start(t, refusing(hasPicture, status, body))
    const first = await agent.run([shows(PNG)])
    assert.match(
      first.text,
      /^_(?:This model can’t look at pictures|The model’s provider refused a file), so it only got the name of `cat\.png`\._\n\nfine$/,
    )
    const more = [shows(PNG), answered, userSays('never mind')]
    assert.equal((await agent.run(more)).text, 'fine')
    assert.equal((await agent.run(more)).text, 'fine')
    assert.deepEqual(shownTo(upstream), [true, false, false, false])
    assert.match(upstream.requests[1]!.text, /\[Attached file: cat\.png \(image\/png, \d+ bytes\)\]/)
  })

const UNKNOWN_WORDS: [status: number, message: string, tries: number][] = [
  [500, 'vision tower is not loaded', 3],
  [500, 'Internal Server Error', 3],
  [501, 'not implemented: images', 1],
  [403, 'your plan does not include image inputs', 1],
  [404, 'nothing here', 1],
]

for (const [status, message, tries] of UNKNOWN_WORDS)
  test(`a picture that makes a server answer ${status} “${message}” leaves the chat open [agent.model.refusals]`, async (t) => {
    const clock = manualClock()
    const { agent, upstream } = await start(t, refusing(hasPicture, status, { error: { message } }), {
      clock,
    })
    const first = agent.run([shows(PNG)])
    for (let pauses = 1; pauses < tries; pauses++) {
      let pauseMs: number
      do pauseMs = await clock.nextSleep()
      while (pauseMs > 2000)
      clock.advance(pauseMs)
    }
    assert.match((await first).text, /^_The model’s provider refused a file.*\n\nfine$/)
    assert.equal((await agent.run([shows(PNG), answered, userSays('never mind')])).text, 'fine')
    assert.deepEqual(shownTo(upstream), [...Array<boolean>(tries).fill(true), false, false])
  })

test('a server that fails without the picture too gives its first reason, after one more try [agent.model.refusals]', async (t) => {
  for (const [first, second, expected, tries] of [
    [403, 500, /refused the key \(403\)/, 2],
    [501, 403, /\(501\).*with the picture/, 2],
    [401, 200, /refused the key \(401\)/, 1],
  ] as const) {
    const { agent, upstream } = await start(t, (answer, request) =>
      answer.status(hasPicture(request) ? first : second, {
        error: { message: hasPicture(request) ? 'with the picture' : 'without it' },
      }),
    )
    assert.match(String((await agent.run([shows(PNG)])).error), expected)
    assert.equal(upstream.requests.length, tries)
  }
})

test('a setting of the Hub that is refused in unknown words is dropped, and stays so where that helps [agent.model.refusals]', async (t) => {
  for (const [field, message] of [
    ['stream_options', "Sorry, this gateway can't honour stream_options."],
    ['temperature', "we can't honour `temperature`"],
  ] as const) {
    const { agent, upstream } = await start(
      t,
      refusing(({ body }) => field in body, 400, { error: { message } }),
      { agent: { temperature: 0.5 } },
    )
    assert.equal((await agent.run('hi')).text, 'fine')
    assert.equal((await agent.run('hi')).text, 'fine')
    assert.equal(upstream.requests.length, 3)
  }
})

test('a value of a client that is refused in unknown words, or with a server error and a range, is named [agent.model.refusals]', async (t) => {
  for (const [status, message, setting] of [
    [400, "we can't honour `seed`", 'seed'],
    [422, 'bad penalty', 'presence_penalty'],
    [500, 'temperature must be between 0 and 1', 'temperature'],
  ] as const) {
    const { agent, upstream } = await start(t, (answer) => answer.status(status, { error: { message } }))
    const { error } = await agent.run('hi', {
      temperature: 1.5,
      settings: { seed: 1, presencePenalty: 1 },
    })
    assert.ok(error instanceof ModelFailure)
    assert.deepEqual([error.code, error.setting, upstream.requests.length], ['bad_request', setting, 1])
  }
})

test('a refused picture is tried again an hour later [agent.model.refusals]', async (t) => {
  const clock = manualClock()
  const { agent, upstream } = await start(
    t,
    refusing(hasPicture, 400, { error: { message: 'no image input is supported' } }),
    { clock },
  )
  await agent.run([shows(PNG)])
  clock.advance(59 * 60_000)
  await agent.run([shows(PNG)])
  clock.advance(60_001)
  await agent.run([shows(PNG)])
  assert.deepEqual(shownTo(upstream), [true, false, false, true, false])
})

test('one refused picture says nothing about others [agent.model.refusals]', async (t) => {
  const bad = pngOf(7)
  const isBad = ({ text }: RecordedRequest) => text.includes(bad.toString('base64'))
  const { agent, upstream } = await start(
    t,
    refusing(isBad, 400, { error: { message: 'Could not process image' } }),
  )
  await agent.run([shows(bad)])
  const { text } = await agent.run([shows(bad), answered, shows(PNG)])
  assert.equal(text, 'fine')
  assert.deepEqual(shownTo(upstream), [true, false, true])
})

test('a number of pictures is learned, and the newest stay [agent.model.refusals]', async (t) => {
  const count = ({ text }: RecordedRequest) => text.split('image_url":{').length - 1
  const { agent, upstream } = await start(
    t,
    refusing((request) => count(request) > 1, 400, {
      message: 'At most 1 image(s) may be provided in one request.',
      code: 400,
    }),
  )
  const { text } = await agent.run([shows(pngOf(1)), answered, shows(pngOf(2))])
  assert.equal(text, 'fine')
  assert.ok(upstream.requests.at(-1)!.text.includes(pngOf(2).toString('base64')))
  await agent.run([shows(pngOf(1)), answered, shows(pngOf(2)), answered, shows(pngOf(3))])
  assert.deepEqual(upstream.requests.map(count), [2, 1, 1])
})

for (const provider of ['anthropic', 'openai', 'google'])
  test(`${provider}: a refused PDF and a refused picture leave the chat open [agent.model.refusals]`, async (t) => {
    const { agent, upstream } = await start(
      t,
      (answer, request) =>
        hasPicture(request)
          ? answer.status(400, { error: { message: 'This model does not support image or document input' } })
          : answer.file(new URL(`../fixtures/providers/${provider}-answer.sse`, import.meta.url)),
      { provider: { provider, name: 'some-model' } },
    )
    const pdf: TurnMessage = {
      role: 'user',
      parts: [
        {
          type: 'file',
          mediaType: 'application/pdf',
          data: Buffer.from('%PDF-1.7 some pages of text'),
          filename: 'a.pdf',
        },
      ],
    }
    const first = await agent.run([pdf, answered, shows(PNG)])
    assert.equal(first.error, undefined)
    assert.equal((await agent.run([pdf, answered, shows(PNG), answered, userSays('go on')])).error, undefined)
    assert.deepEqual(shownTo(upstream), [true, false, false])
  })

test('anthropic: a file above a known limit is replaced by a note at once [agent.model.files]', async (t) => {
  const { agent, upstream } = await start(
    t,
    (answer) => answer.file(new URL('../fixtures/providers/anthropic-answer.sse', import.meta.url)),
    { provider: { provider: 'anthropic', name: 'claude-test' } },
  )
  const large = Buffer.concat([PNG, Buffer.alloc(4_000_000)])
  const output = async (message: TurnMessage) => (await agent.run([message])).text.split('\n')[0]
  assert.match(
    (await output(shows(large)))!,
    /^_A picture is too large for this model \(3\.8 MB; limit: 3\.8 MB\), so it only got the name of `cat\.png`\. A smaller/,
  )
  assert.match(
    (await output(shows(pngOf(8001))))!,
    /^_A picture has too many pixels for this model \(limit: 8000 per side\)/,
  )
  assert.match(
    (await output(shows(HEIC, 'image/heic')))!,
    /^_This model can’t look at pictures of type HEIC, so it only got the name of `cat\.png`\. A JPEG or PNG file would work\._$/,
  )
  assert.match((await output(shows(HEIC, 'image/jpeg')))!, /of type HEIC/)
  assert.deepEqual(shownTo(upstream), [false, false, false, false])
  await agent.run(
    Array.from({ length: 25 }, (_, index) => [shows(pngOf(2001 + index)), answered])
      .flat()
      .concat(userSays('and?')),
  )
  assert.equal(upstream.requests.at(-1)!.text.split('"type":"base64"').length - 1, 20)
})

test('a refusal in the first piece of a stream is learned as any other [agent.model.refusals]', async (t) => {
  const { agent, upstream } = await start(t, (answer, request) =>
    'stream_options' in request.body
      ? answer.error("Unknown parameter: 'stream_options'")
      : says('fine')(answer, request),
  )
  for (let n = 0; n < 2; n++) assert.equal((await agent.run('hello')).text, 'fine')
  assert.deepEqual(
    upstream.requests.map(({ body }) => 'stream_options' in body),
    [true, false, false],
  )
})

test('a server that makes no grammar of a pattern gets tools and formats without it [agent.provider.refused-tools]', async (t) => {
  const message = "JSON schema conversion failed:\nPattern must start with '^' and end with '$'"
  const { agent, upstream } = await start(
    t,
    refusing(({ text }) => text.includes('"pattern":"'), 400, { error: { message } }),
  )
  const inputSchema = {
    type: 'object',
    properties: { pattern: { type: 'string' }, day: { type: 'string', pattern: '\\d+' } },
  }
  const clientTools = [{ name: 'plan', description: 'Plans', inputSchema }]
  for (let n = 0; n < 2; n++) assert.equal((await agent.run('hello', { clientTools })).text, 'fine')
  const patternOf = (key: string) =>
    upstream.requests.map(
      ({ body }) => key in ((body.tools![0]!.function.parameters as typeof inputSchema).properties as object),
    )
  assert.equal(upstream.requests.length, 3)
  assert.deepEqual(patternOf('pattern'), [true, true, true])
  const schema = { type: 'object', properties: { day: { type: 'string', pattern: '\\d+' } } }
  upstream.otherwise((answer, request) =>
    'response_format' in request.body
      ? answer.status(400, { error: { message } })
      : says('{"day":"7"}')(answer, request),
  )
  const formatted = await agent.run('hello', { responseFormat: { type: 'json', name: 'a', schema } })
  assert.equal(formatted.text, '{"day":"7"}')
})

test('damaged pictures are left out and named, while an intact picture is sent [agent.model.damaged-pictures]', async (t) => {
  const { agent, upstream } = await start(t, says('ok'))
  const whole = pngOf(40)
  const files: [name: string, type: string, data: Buffer][] = [
    ['whole.png', 'image/png', whole],
    ['cut.png', 'image/png', whole.subarray(0, whole.length >> 1)],
    ['head.jpg', 'image/jpeg', Buffer.concat([Buffer.alloc(20), whole])],
    ['text.png', 'image/png', Buffer.from('I am a text.')],
    ['phone.heic', 'image/heic', HEIC],
  ]
  const parts = files.map(([filename, mediaType, data]) => ({
    type: 'file' as const,
    mediaType,
    data,
    filename,
  }))
  const { text } = await agent.run([{ role: 'user', parts: [{ type: 'text', text: 'look' }, ...parts] }])
  assert.equal(
    text,
    '_This model can’t look at a damaged picture, so it only got the names of `cut.png`, `head.jpg` and `text.png`. ' +
      'Another copy of the picture may work. This model can’t look at pictures of type HEIC, so it only got the name of `phone.heic`. A JPEG or PNG file would work._\n\nok',
  )
  assert.equal(upstream.requests.length, 1)
  assert.equal(upstream.requests[0]!.text.split(';base64,').length - 1, 1)
})

test('a picture is sent with its real type, for any file name [agent.model.files]', async (t) => {
  const { agent, upstream } = await start(t, says('ok'))
  await agent.run([shows(PNG, 'image/jpeg')])
  assert.match(upstream.requests[0]!.text, /data:image\/png;base64/)
})

test('a template’s refusal is reported at once, with the person who can change it [agent.model.refusals]', async (t) => {
  for (const message of [
    'Unable to generate parser for this template. Jinja Exception: System message must be at the beginning.',
    'Value is not callable: null at row 62, column 114:\n{%- for tool in tools %}',
  ]) {
    const { agent, upstream } = await start(t, (answer) =>
      answer.status(500, { error: { code: 500, message } }),
    )
    const { error } = await agent.run('hello')
    const refused =
      'The chat template of “test-model” refuses this conversation (500): the operator of the model server can change the template. Its message: '
    assert.ok(String(error).includes(refused + message.slice(0, 30)), String(error))
    assert.equal(upstream.requests.length, 1)
  }
})

test('a refused setting is dropped or renamed, once and for later requests [agent.model.refusals]', async (t) => {
  const refusals: [field: string, message: string][] = [
    ['stream_options', "Unknown parameter: 'stream_options'."],
    [
      'max_tokens',
      "Unsupported parameter: 'max_tokens' is not supported with this model. Use 'max_completion_tokens' instead.",
    ],
    [
      'temperature',
      "Unsupported value: 'temperature' does not support 0.2 with this model. Only the default (1) value is supported.",
    ],
    ['seed', 'seed: Extra inputs are not permitted'],
  ]
  const { agent, upstream } = await start(t, (answer, request) => {
    const refused = refusals.find(([field]) => field in request.body)
    return refused ? answer.status(400, { error: { message: refused[1] } }) : says('fine')(answer, request)
  })
  const settings = { temperature: 0.2, maxOutputTokens: 300, settings: { seed: 1, topP: 0.5 } }
  assert.equal((await agent.run('hi', settings)).text, 'fine')
  assert.equal(upstream.requests.length, 5)
  assert.equal((await agent.run('hi', settings)).text, 'fine')
  assert.equal(upstream.requests.length, 6)
  assert.equal(upstream.requests[5]!.body['max_completion_tokens'], 300)
  assert.equal(upstream.requests[5]!.body['top_p'], 0.5)
  const logged = agent.events
    .filter(({ name }) => name === 'modelAdapted')
    .map(({ fields }) => fields['what'])
  assert.deepEqual(logged, ['stream_options', 'max_tokens as max_completion_tokens', 'temperature', 'seed'])
})

test('tools are never dropped, and a server that goes on refusing is not asked for ever [agent.model.refusals]', async (t) => {
  const { agent, upstream } = await start(
    t,
    (answer) => answer.status(400, { error: 'gemma3:4b does not support tools' }),
    {
      tools: undefined as never,
    },
  )
  const { error } = await agent.run('hi')
  assert.match(String(error), /“test-model” can’t use tools \(400\)/)
  assert.equal(upstream.requests.length, 1)
  upstream.otherwise((answer, { body }) =>
    answer.status(400, {
      error: {
        message: Object.keys(body)
          .map((key) => `unsupported parameter '${key}'`)
          .join(', '),
      },
    }),
  )
  await agent.run('hi', { temperature: 1, stop: ['a'], maxOutputTokens: 5 })
  assert.ok(upstream.requests.length <= 8)
})

test('too many or refused stop sequences still end the answer [agent.model.stop]', async (t) => {
  const { agent, upstream } = await start(
    t,
    refusing(({ body }) => 'stop' in body, 400, {
      error: { message: 'Argument not supported on this model: stop' },
    }),
  )
  upstream.script(says('one two END three'))
  const stop = ['a1', 'a2', 'a3', 'a4', 'END']
  assert.equal((await agent.run('hi', { stop })).text, 'one two ')
  assert.deepEqual(upstream.requests[0]!.body['stop'], stop.slice(0, 4))
  assert.equal((await agent.run('hi', { stop: ['in'] })).text, 'f')
})

test('a limit beyond the window is clipped, and top_p 0 is sent as a server takes it [agent.model.refusals]', async (t) => {
  const message =
    "'max_tokens' or 'max_completion_tokens' is too large: 100000. This model's maximum context length is 6144 tokens and your request has 15 input tokens (100000 > 6144 - 15)."
  const { agent, upstream } = await start(
    t,
    refusing(({ body }) => Number(body['max_tokens']) > 6129, 400, { error: { message, code: 400 } }),
  )
  assert.equal((await agent.run('hi', { maxOutputTokens: 100_000, settings: { topP: 0 } })).text, 'fine')
  assert.deepEqual(
    upstream.requests.map(({ body }) => body['max_tokens']),
    [100_000, 6129],
  )
  const topP = Number(upstream.requests[1]!.body['top_p'])
  assert.ok(topP > 0 && topP < 0.001)
})

test('openai: where the answer’s format is refused, the answer is checked here [agent.provider.format]', async (t) => {
  const { agent, upstream } = await start(
    t,
    (answer, { body }) =>
      body['text']
        ? answer.status(400, {
            error: {
              message: "Unsupported parameter: 'text.format' is not supported with this model.",
              param: 'text.format',
            },
          })
        : answer.file(new URL('../fixtures/providers/openai-answer.sse', import.meta.url)),
    { provider: { provider: 'openai', name: 'some-model' } },
  )
  const schema = { type: 'object', properties: { a: { type: 'number' } }, required: ['a'] }
  const { error } = await agent.run('hi', { responseFormat: { type: 'json', schema } })
  assert.match(String(error), /did not answer in the requested format/)
  assert.match(upstream.requests[1]!.text, /Answer with JSON only/)
})
