// The AI SDK. `PEER_PROVIDER` selects `compatible` or `openai`, which uses the Responses API.
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import { generateText, Output, stepCountIs, streamText, tool } from 'ai'
import { z } from 'zod'
import { api, cancelled, grantedKey, key, main, model, order, peer, unknownModel, wrongKey } from './peer.mjs'

const providers = {
  compatible: (apiKey) =>
    createOpenAICompatible({ name: 'hub', baseURL: api, apiKey, supportsStructuredOutputs: true }),
  openai: (apiKey) => createOpenAI({ baseURL: api, apiKey }).chat,
}
const hub = (apiKey = key, id = model) => providers[process.env.PEER_PROVIDER](apiKey)(id)
const responses = () => createOpenAI({ baseURL: api, apiKey: key })(model)
const Plant = z.object({ plant: z.string(), beds: z.int() })
const weather = tool({
  description: 'Weather of a place',
  inputSchema: z.object({ place: z.string() }),
  execute: ({ place }) => `21 degrees in ${place}`,
})

const ask = async (prompt, { of = hub(), ...more } = {}) =>
  (await generateText({ model: of, prompt, ...more })).text
const stream = async (of) => {
  const pieces = await Array.fromAsync(streamText({ model: of, prompt: 'say one two three four' }).textStream)
  return { text: pieces.join(''), pieces: pieces.length }
}
const own = (of) =>
  ask(order('call weather', { place: 'Oslo' }), { of, tools: { weather }, stopWhen: stepCountIs(3) })
const structured = async (of) =>
  (await generateText({ model: of, prompt: 'plant', output: Output.object({ schema: Plant }) })).output

const chat = {
  chat: () => ask('say Good morning'),
  stream: () => stream(hub()),
  tool: () => ask(order('call echo', { text: 'fern' })),
  'own-tool': () => own(hub()),
  structured: () => structured(hub()),
  file: () => ask('call save {}'),
  'failing-tool': () => ask('call failing {}'),
  cancel: () =>
    cancelled((abortSignal) => ask(order('call slow', { id: `${peer}-cancel` }), { abortSignal })),
  'wrong-key': () => ask('say hi', { of: hub(wrongKey) }),
  'unknown-model': () => ask('say hi', { of: hub(key, unknownModel) }),
  'model-fails': () => ask(`fail ${peer}-fails`),
  'tool-then-fails': () => ask(order('call-then-fail count', { id: `${peer}-count` })),
  refused: () => ask(order('call open_gate', { id: `${peer}-refused` })),
  granted: () => ask(order('call open_gate', { id: `${peer}-granted` }), { of: hub(grantedKey) }),
}
const byDefault = {
  responses: () => ask('say Good morning', { of: responses() }),
  'responses-stream': () => stream(responses()),
  'responses-tool': () => ask(order('call echo', { text: 'fern' }), { of: responses() }),
  'responses-own-tool': () => own(responses()),
  'responses-structured': () => structured(responses()),
}
await main(process.env.PEER_PROVIDER === 'openai' ? { ...chat, ...byDefault } : chat)
