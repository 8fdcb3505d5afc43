import assert from 'node:assert/strict'
import {
  chmodSync,
  appendFileSync,
  mkdirSync,
  readdirSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

const AGENT = '---\nname: Garden\nmodel: offline\n---\nYou help in the garden.\n'

const lines = (stdout: string): any[] =>
  stdout
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))

async function hubToPublish(t: Parameters<typeof folderWith>[0]) {
  const folder = await folderWith(t, {
    'agent.md': AGENT,
    'files/plants.txt': 'roses',
    '.env': 'SECRET=sesame',
    'files/.env.local': 'SECRET=sesame',
    '.memory/x.json': '{}',
  })
  const ok = async (...args: string[]) => {
    const { code, stdout, stderr } = await hub([...args, '--hub', folder])
    assert.equal(code, 0, stderr)
    return stdout
  }
  return { folder, ok }
}

test('a folder is published as a version, the same content creates no other, and an earlier version is reused [publish.versions]', async (t) => {
  const { folder, ok } = await hubToPublish(t)
  const first = lines(await ok('publish', '--note', 'the first', '--json'))
  assert.deepEqual([first[0].version, first[0].new, first[0].files], [1, true, 2])
  assert.match(await ok('publish'), /nothing has changed since version 1/)

  appendFileSync(join(folder, 'agent.md'), 'Be short.\n')
  writeFileSync(join(folder, 'files/tools.txt'), 'spade')
  rmSync(join(folder, 'files/plants.txt'))
  const changes = [
    { path: 'agent.md', change: 'changed' },
    { path: 'files/plants.txt', change: 'removed' },
    { path: 'files/tools.txt', change: 'added' },
  ]
  assert.deepEqual(lines(await ok('publish', '--dry-run', '--json')), changes)
  assert.equal(lines(await ok('versions', 'list', '--json')).length, 1, 'nothing was published yet')
  await ok('publish')
  assert.deepEqual(lines(await ok('versions', 'diff', '1', '2', '--json')), changes)
  chmodSync(join(folder, 'files/tools.txt'), 0o755)
  assert.deepEqual(lines(await ok('publish', '--json'))[0].changes, [
    { path: 'files/tools.txt', change: 'changed' },
  ])

  await ok('versions', 'use', '1')
  const all = lines(await ok('versions', 'list', '--json'))
  assert.deepEqual(
    all.map(({ version, current, note }) => [version, current, note]),
    [
      [3, false, null],
      [2, false, null],
      [1, true, 'the first'],
    ],
  )
  assert.deepEqual(
    lines(await ok('versions', 'show', '1', '--json')).map(({ path }) => path),
    ['agent.md', 'files/plants.txt'],
  )
  const recorded = lines(await ok('audit', 'list', '--json')).map(({ action }) => action)
  assert.equal(recorded.filter((action) => action === 'hub.publish').length, 3)
  assert.equal(recorded.filter((action) => action === 'hub.use_version').length, 1)
  const missing = await hub(['versions', 'use', '9', '--hub', folder])
  assert.deepEqual([missing.code, /there is no version 9/.test(missing.stderr)], [1, true])
})

test('a broken folder, and one with links, is not published, and every problem is named [publish.refused]', async (t) => {
  const { folder, ok } = await hubToPublish(t)
  await ok('publish')
  symlinkSync('/etc/passwd', join(folder, 'files/secret.txt'))
  symlinkSync('/etc', join(folder, 'files/etc'))
  writeFileSync(join(folder, 'files', 'up\\..\\..\\x'), 'out')
  writeFileSync(join(folder, 'agent.md'), '---\nunknown: 1\n---\n')
  const { code, stderr } = await hub(['publish', folder])
  assert.equal(code, 1)
  for (const named of [
    /agent\.md/,
    /secret\.txt: is a link/,
    /files\/etc: is a link/,
    /up.*the name has a character/,
  ])
    assert.match(stderr, named)
  assert.equal(lines(await ok('versions', 'list', '--json')).length, 1)
})

test('bytes that a publication left without a version are removed by a later one [publish.cut-off]', async (t) => {
  const { folder, ok } = await hubToPublish(t)
  await ok('publish')
  const kept = join(folder, '.svc/hub-files')
  const left = 'ab'.repeat(32)
  mkdirSync(join(kept, 'ab'), { recursive: true })
  writeFileSync(join(kept, 'ab', left), 'left')
  await ok('publish')
  assert.equal(readdirSync(join(kept, 'ab')).includes(left), false)
})
