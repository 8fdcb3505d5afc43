import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { test } from 'node:test'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'

const commandsIn = (help: string): string[] => {
  const [, list = ''] = help.split('\nCommands:\n')
  return [...list.matchAll(/^ {2}([a-z-]+)/gm)].map(([, name]) => name!)
}

async function explained(command: readonly string[]): Promise<string[]> {
  const { code, stdout } = await hub([...command, '--help'])
  assert.equal(code, 0, command.join(' '))
  assert.match(stdout, new RegExp(`^Usage: ${['hub', ...command].join(' ')}(\\|[a-z]+)? `))
  const below = await Promise.all(commandsIn(stdout).map((name) => explained([...command, name])))
  return [command.join(' '), ...below.flat()]
}

test('every command explains itself with --help [cli.help]', async () => {
  const commands = await explained([])
  for (const name of ['init', 'run', 'inbound', 'chat', 'doctor', 'keys create', 'events replay', 'usage'])
    assert.ok(commands.includes(name), name)
})

test('the version is that of the package [cli.version]', async () => {
  const { version } = JSON.parse(readFileSync(join(import.meta.dirname, '../../package.json'), 'utf8'))
  assert.deepEqual(await hub(['--version']), { code: 0, stdout: `${version}\n`, stderr: '' })
})

for (const [mistake, args] of Object.entries({
  'an unknown command': ['fly'],
  'help for an unknown command': ['fly', '--help'],
  'an unknown option': ['doctor', '--fast'],
  'a missing argument': ['init'],
  'a missing option': ['keys', 'list'],
  'a template that does not exist': ['init', '/tmp/never', '--template', 'huge'],
  'no command at all': [],
}))
  test(`${mistake} is a usage error with exit code 2 [cli.exit-codes]`, async () => {
    const { code, stdout, stderr } = await hub(args)
    assert.equal(code, 2)
    assert.equal(stdout, '')
    assert.notEqual(stderr, '')
  })

test('a folder that is no Hub is one line that says how to make one [cli.errors]', async (t) => {
  const folder = await folderWith(t, {})
  for (const command of ['run', 'chat', 'doctor']) {
    const { code, stderr } = await hub([command, folder])
    assert.equal(code, 1)
    assert.match(stderr, /^error (\S+) is not a Hub: it has no agent\.md\. Create a Hub with: .+ init \1\n$/)
  }
})
