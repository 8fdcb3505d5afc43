import assert from 'node:assert/strict'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

const AGENT = { 'agent.md': '---\nname: Test\n---\nBe brief.\n' }

test('from a pipe each line is a prompt and only answers are printed [cli.chat]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const { code, stdout } = await hub(['chat', folder], { input: '/say one\n\n/say two\n' })
  assert.deepEqual([code, stdout], [0, 'one\ntwo\n'])
})

test('a tool that is called shows on standard error, and the file it saved is there [cli.chat]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const input = '/tool save_file {"filename": "note.md", "content": "kept"}\n'
  const { code, stdout, stderr } = await hub(['chat', folder], { input })
  assert.equal(code, 0)
  assert.match(stdout, /\/artifacts\/.*note\.md/)
  assert.match(stderr, /note\.md/)
  const chat = readdirSync(join(folder, '.chats')).find((name) => !name.startsWith('.'))
  assert.ok(existsSync(join(folder, '.chats', chat!, 'files/note.md')))
})

test('a model that cannot be reached is one line with the fix and exit code 1 [cli.chat]', async (t) => {
  const folder = await folderWith(t, AGENT)
  const { code, stderr } = await hub(['chat', folder], {
    input: 'hello\n',
    environment: { SVC_MODEL: 'openai/gpt-5' },
  })
  assert.equal(code, 1)
  assert.match(stderr, /^error .*OPENAI_API_KEY.*\n$/)
})

const RESTRICTED = {
  ...AGENT,
  'tools/pay.ts': `import { defineTool, z } from 'hub-service'
export const pay = defineTool({ name: 'pay', description: 'Pays', input: z.object({}),
  restricted: { capability: 'pay_bills', label: 'Pay bills', group: 'Money' }, run: (_, { caller }) => 'paid by ' + caller.email })
export const order = defineTool({ name: 'order', description: 'Orders', input: z.object({}), confirm: true, run: () => 'ordered' })
`,
}

test('the terminal has no signed-in person, so restricted tools are refused with the way to use them [cli.chat-as]', async (t) => {
  const folder = await folderWith(t, RESTRICTED)
  const { code, stdout } = await hub(['chat', folder], { input: '/tool pay {}\n/tool order {}\n' })
  assert.equal(code, 0)
  assert.match(stdout, /granted “Pay bills”.*hub chat --as <e-mail>/)
  assert.match(stdout, /confirmation in the Console.*hub chat --as/)
})

test('with --as the agent works for that person, with their access and in the audit [cli.chat-as]', async (t) => {
  const folder = await folderWith(t, { ...RESTRICTED, '.env': 'SVC_HUB_SLUG=garden\n' })
  const as = (input: string) => hub(['chat', folder, '--as', ' Kim@Example.com'], { input })
  const refused = await as('/tool pay {}\n')
  assert.equal(refused.code, 1)
  assert.match(refused.stderr, /kim@example\.com may not use garden.*hub access grant/)
  for (const permission of ['use_hub', 'pay_bills']) {
    const granted = await hub(['access', 'grant', 'kim@example.com', permission, '--hub', folder])
    assert.equal(granted.code, 0, granted.stderr)
  }
  const { code, stdout } = await as('/tool pay {}\n/tool order {}\n')
  assert.equal(code, 0)
  assert.match(stdout, /paid by kim@example\.com/)
  assert.match(stdout, /waiting_for_confirmation.*http:\/\/.*\/portal\/change-requests\//)
  const audit = await hub(['audit', 'list', '--hub', folder, '--json'])
  assert.match(audit.stdout, /kim@example\.com/)
  assert.match(audit.stdout, /terminal/)
})
