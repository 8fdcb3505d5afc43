import assert from 'node:assert/strict'
import { test } from 'node:test'
import { roundPrompt } from './prompt.ts'

const batch = { inbox: 'webhook', events: ['1.json', '2.json'], attempt: 1, firstAttempt: 1, failures: 0 }
const facts = {
  prompt: 'Sort the orders.',
  round: 1,
  maxRounds: 3,
  trigger: 'webhook',
  isAgain: false,
} as const

test('every round lists the claimed files and says that any other arrived later [task.agent-prompt]', () => {
  for (const round of [1, 2, 3]) {
    const prompt = roundPrompt({ ...facts, round, claimed: { batch, folder: '/hub/inbox' } })
    assert.match(prompt, /^Sort the orders\.\n/)
    assert.match(prompt, /- \/hub\/inbox\/1\.json\n- \/hub\/inbox\/2\.json\n/)
    assert.match(prompt, /Any other file in that inbox arrived later and belongs to the next run/)
  }
})

test('a run that claimed nothing is given no list [task.manual]', () => {
  assert.doesNotMatch(roundPrompt({ ...facts, trigger: 'manual', claimed: null }), /event|inbox/)
})
