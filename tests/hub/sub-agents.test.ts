import assert from 'node:assert/strict'
import { once } from 'node:events'
import { EventEmitter } from 'node:events'
import { mkdir, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'

const RESEARCHER = `---
name: Researcher
description: Finds things
model: openai/gpt-5
tools: [read_file]
max_turns: 5
temperature: 0.2
---
You research.
`

test('every agent file in agents/ is a sub-agent, with the defaults of an agent file [hub.sub-agents]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'agents/researcher.md': RESEARCHER,
    'agents/plain.md': 'You are plain.',
    'agents/README.md': 'About these agents.',
    'agents/.draft.md': 'x',
    'agents/notes.txt': 'x',
  })
  await using hub = await openHub(folder, { watch: false })
  assert.deepEqual(hub.problems(), [])
  assert.deepEqual(
    hub.subAgents().map(({ id, name }) => [id, name]),
    [
      ['plain', 'plain'],
      ['researcher', 'Researcher'],
    ],
  )
  assert.deepEqual(hub.subAgents()[1], {
    id: 'researcher',
    name: 'Researcher',
    description: 'Finds things',
    model: 'openai/gpt-5',
    tools: ['read_file'],
    maxTurns: 5,
    temperature: 0.2,
    prompt: 'You research.',
  })
})

test('a broken sub-agent is reported with its line, the others stay, and keys for people only are refused [hub.sub-agents]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'agents/good.md': 'Fine.',
    'agents/bad.md': '---\nname: Bad\nsuggestions: [hi]\n---\nx',
  })
  await using hub = await openHub(folder, { watch: false })
  assert.deepEqual(
    hub.subAgents().map(({ id }) => id),
    ['good'],
  )
  assert.deepEqual(
    hub.problems().map(({ file, line, message }) => [file, line, message]),
    [['agents/bad.md', 3, 'unknown key suggestions']],
  )
})

test('sub-agents that come, change, break, mend and go apply without a restart [hub.sub-agents]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  await using hub = await openHub(folder)
  const changes = new EventEmitter()
  hub.onChange(() => changes.emit('change'))
  const until = async (holds: () => boolean) => {
    while (!holds()) await once(changes, 'change')
  }
  const path = join(folder, 'agents/helper.md')
  await mkdir(join(folder, 'agents'))
  await writeFile(path, 'First.')
  await until(() => hub.subAgents()[0]?.prompt === 'First.')
  await writeFile(path, '---\nnope: 1\n---\n')
  await until(() => hub.problems().length === 1)
  assert.equal(hub.subAgents()[0]?.prompt, 'First.')
  await writeFile(path, 'Second version.')
  await until(() => hub.subAgents()[0]?.prompt === 'Second version.' && hub.problems().length === 0)
  await rm(path)
  await until(() => hub.subAgents().length === 0)
})
