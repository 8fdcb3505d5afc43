import assert from 'node:assert/strict'
import { readFile, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { startTestConsole } from '../support/console.ts'

const FILES = {
  'tasks/report.md': '---\nname: Report\n---\nWrite the report.\n',
  'workflows/weekly.yaml': 'name: [\n',
  'prompts/greet.md': 'Greet {{who}}.\n',
  'tools/dig.ts': 'export const nothing = 1\n',
  'agents/cook.md': 'You cook.\n',
  'skills/sow-beds/SKILL.md': '---\nname: sow-beds\ndescription: Plans beds\n---\nSow.\n',
  'skills/broken/SKILL.md': '---\nname: other\ndescription: x\n---\nx\n',
  'skills/sow-beds/references/seeds.md': 'Peas',
  '.env': 'SECRET=1\n',
}
const hub = await startTestConsole({ after }, { files: FILES, environment: { SVC_EDIT_HUBS: 'true' } })
const { admin } = hub
await admin.get('/me')
const manager = await hub.addPerson('Mona')
for (const permission of ['use_hub', 'manage_access'])
  await admin.post('/access/grant', { subject: manager.email, hub: 'garden', permission })

const folder = join(hub.folder, 'Garden')
const read = (path: string, who = admin) => who.get(`/hub-file?hub=garden&path=${encodeURIComponent(path)}`)
const save = (path: string, text: string, expected_hash: string | null, who = admin) =>
  who.put('/hub-file', { hub: 'garden', path, text, expected_hash })
const refusal = ({ status, json }: { status: number; json: any }) => [status, json?.code]

test('the files that people write are listed with their problems, and no other files are read [console.hub-files]', async () => {
  await symlink(join(folder, '.env'), join(folder, 'tasks/linked.md'))
  const { json } = await manager.get('/hub-files?hub=garden')
  assert.deepEqual(
    json.items.map(({ path, kind }: any) => [path, kind]),
    [
      ['agent.md', 'agent'],
      ['agents/cook.md', 'sub_agent'],
      ['tasks/report.md', 'task'],
      ['workflows/weekly.yaml', 'workflow'],
      ['prompts/greet.md', 'prompt'],
      ['tools/dig.ts', 'tool'],
      ['skills/broken/SKILL.md', 'skill'],
      ['skills/sow-beds/SKILL.md', 'skill'],
    ],
  )
  const wrong = json.items.filter(({ problems }: any) => problems.length > 0)
  assert.deepEqual(
    wrong.map(({ path }: any) => path),
    ['workflows/weekly.yaml', 'skills/broken/SKILL.md'],
  )
  assert.deepEqual(refusal(await read('tasks/linked.md')), [404, 'not_found'])
  for (const path of [
    '.env',
    '../secret.md',
    'tasks/../.env',
    '.memory/a.md',
    'tasks/a/b.md',
    '/etc/passwd',
    'skills/sow-beds/references/seeds.md',
  ])
    assert.deepEqual(refusal(await read(path)), [400, 'invalid'], path)
})

test('a save keeps the last good version, and is recorded with who and the hashes [console.hub-files-edit]', async () => {
  const { json: before } = await read('agent.md', manager)
  assert.equal(before.editing_off, null)
  const text = '---\nname: Garden agent\n---\nYou help a lot.\n'
  const saved = await save('agent.md', text, before.hash, manager)
  assert.equal(saved.status, 200, saved.text)
  assert.equal(await readFile(join(folder, 'agent.md'), 'utf8'), text)
  assert.deepEqual([saved.json.text, saved.json.last_good], [text, before.text])
  const { items } = (await admin.get('/access-changes?action=file.save')).json
  assert.deepEqual(
    [items[0].actor, items[0].hub, items[0].before, items[0].after],
    [
      manager.email,
      'garden',
      { file: 'agent.md', hash: before.hash },
      { file: 'agent.md', hash: saved.json.hash },
    ],
  )
  const made = await save('prompts/new.md', 'Say hello.\n', null)
  assert.equal(made.status, 200, made.text)
  assert.deepEqual(refusal(await save('prompts/new.md', 'Again.\n', null)), [409, 'file_conflict'])
})

test('of two editors of a file the second gets a conflict, for any first editor, and nothing is lost [console.hub-files-edit]', async () => {
  const { hash } = (await read('prompts/greet.md')).json
  const [one, two] = await Promise.all([
    save('prompts/greet.md', 'Greet one.\n', hash),
    save('prompts/greet.md', 'Greet two.\n', hash),
  ])
  assert.deepEqual(
    [one.status, two.status].toSorted((a, b) => a - b),
    [200, 409],
  )
  const { hash: next, text } = (await read('prompts/greet.md')).json
  await writeFile(join(folder, 'prompts/greet.md'), 'By hand.\n')
  assert.deepEqual(refusal(await save('prompts/greet.md', `${text}more`, next)), [409, 'file_conflict'])
  assert.equal(await readFile(join(folder, 'prompts/greet.md'), 'utf8'), 'By hand.\n')
})

test('errors are reported before saving and never saved; large files, code and files that act for others are refused [console.hub-files-edit]', async () => {
  const bad = '---\nnam: Typo\n---\nYou help.\n'
  const checked = await manager.post('/hub-file/check', { hub: 'garden', path: 'agent.md', text: bad })
  assert.match(checked.json.problems[0].message, /nam/)
  assert.equal(checked.json.problems[0].line, 2)
  const { hash } = (await read('agent.md')).json
  assert.deepEqual(refusal(await save('agent.md', bad, hash)), [400, 'invalid'])
  assert.equal((await read('agent.md')).json.hash, hash)
  assert.equal((await save('agent.md', 'ü'.repeat(70_000), hash)).status, 413)
  const tool = (await read('tools/dig.ts')).json
  assert.equal(tool.editing_off, 'tool')
  assert.deepEqual(refusal(await save('tools/dig.ts', 'x', tool.hash)), [403, 'editing_off'])
  const task = (await read('tasks/report.md', manager)).json
  assert.equal(task.editing_off, 'organization')
  const acting = '---\nrun_as: ann@example.com\n---\nDo it.\n'
  assert.deepEqual(refusal(await save('tasks/report.md', acting, task.hash, manager)), [403, 'editing_off'])
  assert.equal((await save('tasks/report.md', 'Write it better.\n', task.hash)).status, 200)
})

test('a link is neither read nor written [console.hub-files-edit]', async () => {
  await symlink(join(folder, '.env'), join(folder, 'prompts/env.md'))
  assert.deepEqual(refusal(await save('prompts/env.md', 'SECRET=2', null)), [404, 'not_found'])
  assert.equal(await readFile(join(folder, '.env'), 'utf8'), FILES['.env'])
  const other = await hub.addPerson('Otto')
  assert.equal((await read('agent.md', other)).status, 403)
})
