import assert from 'node:assert/strict'
import { test } from 'node:test'
import { testProgram } from '../support/test-program.ts'
import { refusalOf, readText, saying, startTestBridge } from '../support/bridge.ts'

const processMode = (...options: string[]) => ({
  SVC_AGENT_MODE: 'process',
  SVC_AGENT_COMMAND: [process.execPath, ...testProgram('acp-agent'), ...options]
    .map((word) => `'${word}'`)
    .join(' '),
  PATH: process.env.PATH!,
})

test('A bridge in process mode answers by an agent process, tools, links and history included [agent.process.bridge]', async (t) => {
  const bridge = await startTestBridge(t, { environment: processMode('--http') })
  const stream = await bridge.client().chat.completions.create({
    model: 'garden',
    stream: true,
    stream_options: { include_usage: true },
    messages: [
      {
        role: 'user',
        content:
          '/think Hm\n/say Here:\n/tool save_file {"filename":"a.txt","content":"hello"}\n/usage {"inputTokens":7,"outputTokens":2,"totalTokens":9}',
      },
    ],
  })
  let text = ''
  let tokens
  const tools: string[] = []
  for await (const chunk of stream) {
    text += chunk.choices[0]?.delta.content ?? ''
    tokens = chunk.usage ?? tokens
    const { svc } = chunk as { svc?: { type: string; name: string; state: string } }
    if (svc?.type === 'tool') tools.push(`${svc.name} ${svc.state}`)
  }
  const [, link] = /\((\/artifacts\/\S+|http\S+)\)/.exec(text) ?? []
  assert.ok(link, text)
  assert.equal(await (await fetch(new URL(link, bridge.url))).text(), 'hello')
  assert.deepEqual(tools, ['save_file running', 'save_file done'])
  assert.deepEqual([tokens?.prompt_tokens, tokens?.completion_tokens], [7, 2])
  assert.equal((await bridge.history()).length > 0, true)
})

test('An agent process gets the list of skills, reads them with the Hub’s tool, and reads their files in its working folder [agent.process.skills]', async (t) => {
  const files = {
    'skills/water/SKILL.md': '---\nname: water\ndescription: Waters beds\n---\nWater them.',
    'skills/water/references/when.md': 'In the morning',
  }
  const bridge = await startTestBridge(t, { environment: processMode('--http'), files })
  const answer = async (text: string) => readText(await bridge.complete(saying(text)))
  assert.match(await answer('/prompt'), /- water: Waters beds/)
  assert.match(await answer('/tool read_skill {"name":"water"}'), /Water them\./)
  assert.match(await answer('/read skills/water/references/when.md'), /In the morning/)
  assert.match(await answer('/read skills/../agent.md'), /outside/)
})

test('The failures of an agent process have statuses and codes of their own [agent.process.bridge]', async (t) => {
  const bridge = await startTestBridge(t, { environment: processMode() })
  const crashed = await refusalOf(await bridge.complete(saying('/crash 3')))
  assert.deepEqual([crashed.status, crashed.code], [502, 'agent_failed'])
  const unsupported = await refusalOf(await bridge.complete(saying('/say x', { stop: ['END'] })))
  assert.deepEqual([unsupported.status, unsupported.code], [400, 'unsupported'])
  assert.equal(await readText(await bridge.complete(saying('/say fine'))), 'fine')
})

test('Process mode without a command, or with a broken one, does not start [agent.process.bridge]', async (t) => {
  for (const [command, message] of [
    [undefined, /SVC_AGENT_COMMAND: SVC_AGENT_MODE=process needs it, and it names no program/],
    ['agent "x', /has an unclosed "/],
  ] as const)
    await assert.rejects(
      startTestBridge(t, {
        environment: { SVC_AGENT_MODE: 'process', ...(command && { SVC_AGENT_COMMAND: command }) },
      }),
      message,
    )
  await assert.rejects(
    startTestBridge(t, { environment: { ...processMode(), SVC_AGENT_ALLOW: 'read,everything' } }),
    /SVC_AGENT_ALLOW: expected read, edit/,
  )
})
