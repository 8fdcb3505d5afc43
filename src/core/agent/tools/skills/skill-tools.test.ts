import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { skillTools } from './skill-tools.ts'

test('entries mean tools by the Hub’s name or a coding agent’s, and patterns stay visible [skills.narrow]', () => {
  assert.deepEqual(
    skillTools(['Read', 'search_files', 'Bash(git:*)', 'WebSearch'], ['read_file', 'search_files']),
    {
      names: ['Read', 'read_file', 'search_files', 'Bash', 'run_command', 'WebSearch'],
      available: ['read_file (for Read)', 'search_files'],
      missing: ['Bash(git:*)', 'WebSearch'],
    },
  )
})

test('no entry makes a tool available that the turn lacks [skills.narrow]', () => {
  const name = fc.constantFrom('Read', 'Bash(x:*)', 'read_file', 'run_command', 'toString', '*', 'a')
  fc.assert(
    fc.property(
      fc.array(name),
      fc.subarray(['read_file', 'run_command', 'list_files']),
      (allowed, inTurn) => {
        const { available, missing } = skillTools(allowed, inTurn)
        assert.equal(available.length + missing.length, allowed.length)
        for (const shown of available) assert.ok(inTurn.includes(shown.split(' ')[0]!))
      },
    ),
  )
})
