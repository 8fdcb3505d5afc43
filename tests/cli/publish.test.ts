import assert from 'node:assert/strict'
import {
  chmodSync,
  appendFileSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub, HUB, servicesOfNamed, WARM_START } from '../support/hub-command.ts'

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
      [5, true, null],
      [4, false, null],
      [3, false, null],
      [2, false, null],
      [1, false, 'the first'],
    ],
  )
  assert.deepEqual(
    lines(await ok('versions', 'show', '1', '--json')).map(({ path }) => path),
    ['agent.md', 'files/plants.txt'],
  )
  const recorded = lines(await ok('audit', 'list', '--json')).map(({ action }) => action)
  assert.equal(recorded.filter((action) => action === 'hub.publish').length, 3)
  assert.equal(recorded.filter((action) => action === 'hub.use_version').length, 2)
  assert.equal(
    readFileSync(join(folder, 'agent.md'), 'utf8'),
    AGENT,
    'the folder has the files of the version',
  )
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

test('a restore that is killed between two files is completed by the next command, and a later edit stays [hub.versions-killed]', async (t) => {
  const { folder, ok } = await hubToPublish(t)
  const names = Array.from({ length: 400 }, (_, n) => `prompts/p${String(n).padStart(3, '0')}.md`)
  const textOf = (name: string) => readFileSync(join(folder, name), 'utf8')
  const writeAll = (text: string) => names.forEach((name) => writeFileSync(join(folder, name), text))
  mkdirSync(join(folder, 'prompts'))
  writeAll('Old.\n')
  await ok('publish')
  writeAll('New.\n')
  const args = ['versions', 'use', '1', '--hub', folder]
  const environment = { ...process.env, ...WARM_START, ...(await servicesOfNamed(args, {})) }
  const command = spawn(process.execPath, [HUB, ...args], { env: environment, stdio: 'ignore' })
  const ended = once(command, 'exit')
  while (command.exitCode === null && textOf(names[0]!) === 'New.\n')
    await new Promise((resolve) => setImmediate(resolve))
  command.kill('SIGKILL')
  await ended
  assert.equal(textOf(names.at(-1)!), 'New.\n', 'the command was killed before the last file')
  const restored = names.filter((name) => textOf(name) === 'Old.\n').length
  assert.ok(restored > 0 && restored < names.length, `${restored} files`)

  writeFileSync(join(folder, names.at(-1)!), 'Mine.\n')
  await ok('versions', 'use', '1', '--dry-run')
  assert.deepEqual(
    [...new Set(names.map(textOf))].toSorted(),
    ['Mine.\n', 'Old.\n'],
    'every other file is restored',
  )
  assert.equal(existsSync(join(folder, '.restoring')), false)
  const [newest] = lines(await ok('versions', 'list', '--json'))
  assert.deepEqual([newest.restores, newest.current], [1, true])
})
