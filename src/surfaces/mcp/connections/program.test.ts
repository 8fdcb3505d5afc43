import assert from 'node:assert/strict'
import { test } from 'node:test'
import { programOf } from './program.ts'

test('a program is known by its own name', () => {
  for (const [userAgent, name] of [
    ['claude-code/2.1.3 (cli)', 'claude-code'],
    ['curl/8.14.1', 'curl'],
    ['node', 'node'],
    ['Visual Studio Code', 'Visual'],
    [
      'Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Cursor/2.1 Chrome/1 Electron/3 Safari/537.36',
      'Cursor',
    ],
    ['Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 Chrome/1 Safari/537.36', 'Mozilla'],
    ['', ''],
    [undefined, ''],
  ] as const)
    assert.equal(programOf(userAgent), name)
})

test('a hostile name is read in no time', () => {
  const started = process.cpuUsage().user
  programOf('Mozilla/5.0 ' + 'a-'.repeat(1_000_000))
  assert.ok(process.cpuUsage().user - started < 500_000)
})
