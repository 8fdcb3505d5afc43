import { createMCPClient } from '@ai-sdk/mcp'
import { cancelled, grantedKey, key, main, mcp, peer, resultOf, wrongKey } from './peer.mjs'

async function using(by, use) {
  const transport = { type: 'http', url: mcp, headers: { Authorization: `Bearer ${by}` } }
  const client = await createMCPClient({ transport })
  try {
    return await use(await client.tools())
  } finally {
    await client.close()
  }
}
const callOf = (tools, name, input, abortSignal) => {
  if (!tools[name]) throw new Error(`the tool ${name} is not listed`)
  return tools[name].execute(input, { toolCallId: '1', messages: [], abortSignal })
}
const call = (name, input = {}, by = key) =>
  using(by, async (tools) => resultOf(await callOf(tools, name, input)))

await main({
  tools: () => using(key, (tools) => Object.keys(tools)),
  call: () => call('echo', { text: 'fern' }),
  'failing-tool': () => call('failing'),
  'unknown-tool': () => call('no_such_tool'),
  file: () => call('save'),
  picture: () => call('draw'),
  cancel: () =>
    using(key, (tools) =>
      cancelled(async (signal) => callOf(tools, 'slow', { id: `${peer}-cancel` }, signal)),
    ),
  refused: () => call('open_gate', { id: `${peer}-refused` }),
  granted: () => call('open_gate', { id: `${peer}-granted` }, grantedKey),
  'wrong-key': () => call('echo', { text: 'fern' }, wrongKey),
})
