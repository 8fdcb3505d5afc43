import assert from 'node:assert/strict'
import { readFileSync, readdirSync, statSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

for (const template of ['demo', 'minimal', 'support'])
  test(`the ${template} template makes a Hub without a problem [cli.init]`, async (t) => {
    const folder = join(await folderWith(t, {}), 'hub')
    const made = await hub(['init', folder, '--template', template])
    assert.equal(made.code, 0, made.stderr)
    assert.match(made.stdout, / run .+ start the Hub/)
    assert.equal(statSync(join(folder, '.env')).mode & 0o777, 0o600)
    assert.match(readFileSync(join(folder, '.gitignore'), 'utf8'), /^\.env$/m)
    const looked = await hub(['doctor', folder, '--json'], { environment: { PORT: '0', BRIDGE_PORT: '0' } })
    assert.equal(looked.code, 0, looked.stdout)
  })

test('a folder that is not empty is refused and stays unchanged [cli.init]', async (t) => {
  const folder = await folderWith(t, { 'notes.txt': 'mine' })
  const { code, stderr } = await hub(['init', folder])
  assert.equal(code, 1)
  assert.match(stderr, /is not empty/)
  assert.deepEqual(readdirSync(folder), ['notes.txt'])
})

test('a file in the place of the folder is refused [cli.init]', async (t) => {
  const path = join(await folderWith(t, {}), 'hub')
  writeFileSync(path, '')
  const { code, stderr } = await hub(['init', path])
  assert.equal(code, 1)
  assert.match(stderr, /is a file/)
})
