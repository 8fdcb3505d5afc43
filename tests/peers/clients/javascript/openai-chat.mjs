import OpenAI from 'openai'
import { zodResponseFormat, zodTextFormat } from 'openai/helpers/zod'
import { z } from 'zod'
import { api, cancelled, grantedKey, key, main, model, order, peer, unknownModel, wrongKey } from './peer.mjs'

const hub = (apiKey = key) => new OpenAI({ baseURL: api, apiKey })
const Plant = z.object({ plant: z.string(), beds: z.int() })
const WEATHER = { type: 'object', properties: { place: { type: 'string' } }, required: ['place'] }
const asked = (content) => ({ model, messages: [{ role: 'user', content }] })
const ask = async (content, { by, ...more } = {}) =>
  (await hub(by).chat.completions.create({ ...asked(content), ...more })).choices[0].message.content
const respond = async (input) => (await hub().responses.create({ model, input })).output_text

await main({
  models: async () => (await Array.fromAsync(hub().models.list())).map(({ id }) => id),
  chat: () => ask('say Good morning'),
  stream: async () => {
    const stream = await hub().chat.completions.create({ ...asked('say one two three four'), stream: true })
    const chunks = (await Array.fromAsync(stream)).map(({ choices }) => choices[0]?.delta.content)
    const pieces = chunks.filter(Boolean)
    return { text: pieces.join(''), pieces: pieces.length }
  },
  tool: () => ask(order('call echo', { text: 'fern' })),
  'own-tool': async () => {
    const weather = {
      type: 'function',
      function: {
        name: 'weather',
        parameters: WEATHER,
        parse: JSON.parse,
        function: ({ place }) => `21 degrees in ${place}`,
      },
    }
    const body = { ...asked(order('call weather', { place: 'Oslo' })), tools: [weather] }
    return hub().chat.completions.runTools(body).finalContent()
  },
  structured: async () => {
    const response_format = zodResponseFormat(Plant, 'plant')
    return (await hub().chat.completions.parse({ ...asked('plant'), response_format })).choices[0].message
      .parsed
  },
  file: () => ask('call save {}'),
  'failing-tool': () => ask('call failing {}'),
  cancel: () =>
    cancelled((signal) =>
      hub().chat.completions.create(asked(order('call slow', { id: `${peer}-cancel` })), { signal }),
    ),
  'wrong-key': () => ask('say hi', { by: wrongKey }),
  'unknown-model': () => ask('say hi', { model: unknownModel }),
  'model-fails': () => ask(`fail ${peer}-fails`),
  'tool-then-fails': () => ask(order('call-then-fail count', { id: `${peer}-count` })),
  refused: () => ask(order('call open_gate', { id: `${peer}-refused` })),
  granted: () => ask(order('call open_gate', { id: `${peer}-granted` }), { by: grantedKey }),
  responses: () => respond('say Good morning'),
  'responses-stream': async () => {
    const stream = await hub().responses.create({ model, input: 'say one two three four', stream: true })
    const events = (await Array.fromAsync(stream)).filter(({ type }) => type === 'response.output_text.delta')
    return { text: events.map(({ delta }) => delta).join(''), pieces: events.length }
  },
  'responses-tool': () => respond(order('call echo', { text: 'fern' })),
  'responses-own-tool': async () => {
    const tools = [{ type: 'function', name: 'weather', parameters: WEATHER, strict: false }]
    const input = [{ role: 'user', content: order('call weather', { place: 'Oslo' }) }]
    const { output } = await hub().responses.create({ model, input, tools })
    const { call_id, arguments: given } = output.find(({ type }) => type === 'function_call')
    const result = `21 degrees in ${JSON.parse(given).place}`
    input.push(...output, { type: 'function_call_output', call_id, output: result })
    return (await hub().responses.create({ model, input, tools })).output_text
  },
  'responses-structured': async () => {
    const text = { format: zodTextFormat(Plant, 'plant') }
    return (await hub().responses.parse({ model, input: 'plant', text })).output_parsed
  },
})
