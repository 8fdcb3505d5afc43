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
