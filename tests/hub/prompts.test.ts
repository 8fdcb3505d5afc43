import assert from 'node:assert/strict'
import { once } from 'node:events'
import { EventEmitter } from 'node:events'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { describeProblem } from '#ground/hub/hub.ts'
import { openHub } from '#ground/hub/open.ts'
import { folderWith } from '../support/folder.ts'

test('files in prompts/ are prompts of the Hub by their names; an invalid file is reported and stops nothing [prompts.files]', async (t) => {
  const folder = await folderWith(t, {
    'agent.md': 'You help.',
    'prompts/sow.md': '---\ntitle: Plan sowing\ndescription: For a bed\n---\nSow {{what}}.\n',
    'prompts/plain.md': 'As it is.',
    [`prompts/${'übersicht'.normalize('NFD')}.md`]: 'All of it.',
    'prompts/two words.md': 'x',
    'prompts/empty.md': '---\ntitle: Nothing\n---\n',
    'prompts/wrong.md': '---\nmodel: big\n---\nx',
    'prompts/long.md': 'x'.repeat(20_001),
    'prompts/many.md': Array.from({ length: 21 }, (_, n) => `{{v${n}}}`).join(''),
    'prompts/README.md': 'About these.',
    'prompts/.draft.md': 'x',
    'prompts/notes.txt': 'x',
  })
  await using hub = await openHub(folder, { watch: false })
  assert.deepEqual(hub.prompts(), [
    { name: 'plain', title: 'plain', description: '', parts: ['As it is.'] },
    {
      name: 'sow',
      title: 'Plan sowing',
      description: 'For a bed',
      parts: ['Sow ', { name: 'what', default: null }, '.'],
    },
    {
      name: 'übersicht'.normalize('NFC'),
      title: 'übersicht'.normalize('NFC'),
      description: '',
      parts: ['All of it.'],
    },
  ])
  const problems = hub.problems().map(describeProblem)
  for (const output of [
    /^prompts\/empty\.md: the text of the prompt is missing$/,
    /^prompts\/wrong\.md:2:1: .*model/,
    /^prompts\/long\.md: .*20,000/,
    /^prompts\/many\.md: .*20 variables/,
    /^prompts\/two words\.md: .*slash/,
  ])
    assert.ok(
      problems.some((problem) => output.test(problem)),
      `${output}\n${problems.join('\n')}`,
    )
  assert.equal(problems.length, 5)
})

test('a prompt added while the Hub runs is available at once, and a broken save keeps the last valid one [prompts.files]', async (t) => {
  const folder = await folderWith(t, { 'agent.md': 'You help.' })
  await using hub = await openHub(folder)
  assert.deepEqual(hub.prompts(), [])
  const changes = new EventEmitter()
  hub.onChange(() => changes.emit('change'))
  const save = async (text: string) => {
    const changed = once(changes, 'change')
    await writeFile(join(folder, 'prompts', 'sow.md'), text)
    await changed
  }
  await mkdir(join(folder, 'prompts'))
  await save('Sow.')
  assert.deepEqual(
    hub.prompts().map(({ parts }) => parts),
    [['Sow.']],
  )
  await save('---\nno: [\n---\nx')
  assert.deepEqual([hub.prompts()[0]?.parts, hub.problems().length > 0], [['Sow.'], true])
})
