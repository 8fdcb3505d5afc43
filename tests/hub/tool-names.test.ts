import assert from 'node:assert/strict'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { startTestConsole } from '../support/console.ts'

const FILES = {
  'agent.md': `---
tools: [read_file, write_file, sing, rad_file, publish_artifact]
surfaces:
  webhook: { tools: [write_file, wirte_file, save_file] }
---
You help.
`,
  'tools/sing.ts': `import { defineTool, z } from 'hub-service'
export const sing = defineTool({ name: 'sing', description: 'Sings', input: z.object({ song: z.string() }), run: ({ song }) => 'la ' + song })
`,
  'agents/poet.md': '---\ntools: [read_file, sign]\n---\nYou write poems.\n',
  'tasks/carol.md':
    '---\ntools: [sing, sang, save_file]\n---\n/tool sing {"song":"carol"}\n/finish done ok\n',
  'workflows/choir.yaml': `steps:
  - { id: solo, tool: sng, args: { song: x } }
  - { id: duet, prompt: '/tool sing {"song":"duet"}', tools: [sing, snig] }
`,
}

const WRONG = {
  'agent.md': [
    '`tools` names “rad_file”, but there is no such tool; did you mean read_file?',
    '`surfaces.webhook.tools` names “wirte_file”, but there is no such tool; did you mean write_file?',
    '`surfaces.webhook.tools` names “save_file”, which `tools` of agent.md leaves out',
  ],
  'agents/poet.md': ['`tools` names “sign”, but there is no such tool; did you mean sing?'],
  'tasks/carol.md': [
    '`tools` names “sang”, but there is no such tool; did you mean sing?',
    '`tools` names “save_file”, which `tools` of agent.md leaves out',
  ],
  'workflows/choir.yaml': [
    '`steps.solo.tool` names “sng”, but there is no such tool; did you mean sing?',
    '`steps.duet.tools` names “snig”, but there is no such tool; did you mean sing?',
  ],
}

test('hub doctor reports each unknown tool name, in its file [hub.tool-names]', async (t) => {
  const folder = await folderWith(t, FILES)
  const { stdout } = await hub(['doctor', folder, '--json'], { environment: { PORT: '0', BRIDGE_PORT: '0' } })
  const findings = stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as { about?: string; name?: string; text?: string; message?: string })
  const reported = JSON.stringify(findings)
  for (const [file, messages] of Object.entries(WRONG))
    for (const message of messages) {
      assert.ok(reported.includes(JSON.stringify(message).slice(1, -1)), `${message}\n${stdout}`)
      assert.ok(reported.includes(file), file)
    }
  assert.doesNotMatch(reported, /names “(publish_artifact|write_file|sing)”/)
})

test('the Console shows them too, and tools that a surface or a task adds are known [hub.tool-names]', async (t) => {
  const world = await startTestConsole(t, { files: FILES })
  const { json } = await world.admin.get('/hubs')
  const problems = json.items[0].problems as { file: string; message: string }[]
  const messagesOf = (file: string) =>
    problems.filter((one) => one.file === file).map(({ message }) => message)
  assert.deepEqual(messagesOf('agent.md'), WRONG['agent.md'])
  assert.deepEqual(messagesOf('agents/poet.md'), WRONG['agents/poet.md'])
  const workflows = (await world.admin.get('/workflows')).json.items as {
    id: string
    problem: string | null
  }[]
  assert.match(workflows.find(({ id }) => id === 'md:carol')!.problem ?? '', /“sang”.*did you mean sing\?/)
  assert.match(workflows.find(({ id }) => id === 'choir')!.problem ?? '', /“sng”.*did you mean sing\?/)

  const started = await world.admin.post('/workflows/run', { hub: 'garden', workflow: 'md:carol' })
  assert.equal(started.status, 200, started.text)
  const run = await ended(() => world.admin.get(`/runs/garden/${encodeURIComponent(started.json.run_id)}`))
  assert.equal(run.status, 'succeeded')
  assert.match(JSON.stringify(run.steps), /la carol/)
})

async function ended(read: () => Promise<{ status: number; json: any }>) {
  for (;;) {
    const { status, json } = await read()
    assert.equal(status, 200)
    if (json.ended_at) return json
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}
