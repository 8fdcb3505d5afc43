import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { splitCommand } from './command.ts'

const words = (line: string) => {
  const split = splitCommand(line)
  return split.ok ? split.value : split.refusal
}

test('A command line is split at white space, quotes hold words together [agent.process.command]', () => {
  assert.deepEqual(words('  agent --acp\t-v '), ['agent', '--acp', '-v'])
  assert.deepEqual(words(`"/opt/my agent" --name 'a "b" c' x"y z"`), [
    '/opt/my agent',
    '--name',
    'a "b" c',
    'xy z',
  ])
  assert.deepEqual(words(String.raw`a\ b "c\"d\n" '\' ''`), ['a b', String.raw`c"d\n`, '\\', ''])
  assert.deepEqual(words('agent $HOME `id` | tee'), ['agent', '$HOME', '`id`', '|', 'tee'])
})

test('the parser refuses text that is no command, with a reason [agent.process.command]', () => {
  assert.equal(words('  '), 'names no program')
  assert.equal(words("''"), 'names no program')
  assert.equal(words('agent "x'), 'has an unclosed "')
  assert.equal(words('agent \\'), 'ends with a backslash')
})

test('Any words come back when each is quoted [agent.process.command]', () => {
  const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`
  fc.assert(
    fc.property(fc.string({ minLength: 1 }), fc.array(fc.string()), (program, args) => {
      assert.deepEqual(words([program, ...args].map(quoted).join(' ')), [program, ...args])
    }),
  )
})
