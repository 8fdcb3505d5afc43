import assert from 'node:assert/strict'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { createAgent } from '#core/agent/turn/agent.ts'
import { agentEvents } from '#core/agent/log-events.ts'
import { createModelChooser } from '#core/agent/model/choose.ts'
import { builtInTools } from '#core/agent/tools/built-in.ts'
import { systemClock } from '#ground/base/clock.ts'
import { silentLog } from '#ground/base/log.ts'
import { openHub } from '#ground/hub/open.ts'
import { NO_COPIES } from '../support/agent-chats.ts'
import { CALLER, userSays } from '../support/agent.ts'
import { folderWith } from '../support/folder.ts'

const tool = (answer: string) => `
import { defineTool, z } from 'hub-service'
export const greet = defineTool({
  name: 'greet',
  description: 'Greets',
  input: z.object({ name: z.string() }),
  run: ({ name }) => '${answer}, ' + name,
})`

test('a tool in the Hub’s folder is used, and loaded again after its file changes [agent.tools.custom]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You greet.', 'tools/greet.ts': tool('Hello') })
  await using hub = await openHub(folder)
  const agent = createAgent({
    hub,
    models: createModelChooser(
      { models: [], modelConfig: () => assert.fail('no other model') },
      { clock: systemClock },
    ),
    tools: builtInTools,
    recordUsage: () => {},
    environment: {},
    clock: systemClock,
    limits: { toolTimeoutMs: 10_000 },
    events: agentEvents(silentLog()),
  })
  const greeting = async () => {
    const files = {
      folder: join(folder, '.chats'),
      list: async () => [],
      save: () => assert.fail('nothing to save'),
      ...NO_COPIES,
    }
    const turn = { chatId: 'c', caller: CALLER, files, messages: [userSays('/tool greet {"name":"Ada"}')] }
    let text = ''
    for await (const event of agent.runTurn(turn, new AbortController().signal))
      if (event.type === 'text') text += event.text
    return text
  }
  assert.equal(await greeting(), 'Hello, Ada')
  assert.deepEqual(agent.problems(), [])

  const changes = new EventTarget()
  hub.onChange(() => changes.dispatchEvent(new Event('change')))
  const changed = once(changes, 'change')
  await writeFile(join(folder, 'tools/greet.ts'), tool('Welcome'))
  await changed
  assert.equal(await greeting(), 'Welcome, Ada')
})
