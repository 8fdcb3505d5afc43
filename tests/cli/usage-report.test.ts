import assert from 'node:assert/strict'
import { join } from 'node:path'
import { test, type TestContext } from 'node:test'
import { newId } from '#ground/base/ids.ts'
import { openStore } from '#ground/store/store.ts'
import { createUsageLedger } from '#core/usage/ledger.ts'
import type { RecordedTurn } from '#core/usage/turn-row.ts'
import { openPrices } from '#core/usage/prices/table.ts'
import { folderWith } from '../support/folder.ts'
import { hub } from '../support/hub-command.ts'
import { storeOf } from '../support/own-services.ts'

test('hub usage groups turns by person, model, day or chat, and never counts an unknown price as nothing [usage.report]', async (t) => {
  const folder = await usedHub(t)
  const report = async (...args: string[]) => {
    const { code, stdout, stderr } = await hub([
      'usage',
      '--hub',
      folder,
      '--since',
      '2026-11-01',
      ...args,
      '--json',
    ])
    assert.equal(code, 0, stderr)
    return stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line))
  }
  const sums = { input_tokens: 1000, output_tokens: 0, cached_tokens: 0, estimated_turns: 0 }
  const priced = { turns: 1, ...sums, cost_usd: 0.002, unpriced_turns: 0 }
  const unpriced = { turns: 1, ...sums, cost_usd: null, unpriced_turns: 1 }
  const total = {
    total: true,
    turns: 3,
    input_tokens: 3000,
    output_tokens: 0,
    cached_tokens: 0,
    estimated_turns: 0,
    cost_usd: 0.004,
    unpriced_turns: 1,
  }
  const both = { ...total, turns: 2, input_tokens: 2000, cost_usd: 0.002 }
  const { total: _, ...mixed } = both
  assert.deepEqual(await report('--by', 'model'), [
    { model: 'openai/gpt-4.1', ...priced, turns: 2, input_tokens: 2000, cost_usd: 0.004 },
    { model: 'compatible/llama', ...unpriced },
    total,
  ])
  assert.deepEqual(await report('--by', 'person'), [
    { person: 'ann@example.com', ...mixed },
    { person: null, ...priced },
    total,
  ])
  assert.deepEqual(await report('--by', 'day'), [
    { day: '2026-11-02', ...priced },
    { day: '2026-11-03', ...mixed },
    total,
  ])
  assert.deepEqual(
    (await report('--by', 'chat', '--limit', '1')).map(({ chat }) => chat),
    ['c1', undefined],
  )
  assert.deepEqual(await report('--since', '2026-11-04'), [
    { ...total, turns: 0, input_tokens: 0, cost_usd: 0, unpriced_turns: 0 },
  ])
})

test('hub usage shows a table to people and names the costs that it omits [usage.report]', async (t) => {
  const folder = await usedHub(t)
  const { stdout } = await hub(['usage', '--hub', folder, '--since', '2026-11-01', '--by', 'model'])
  assert.match(
    stdout,
    /^ +turns +tokens in +out +cost\nopenai\/gpt-4\.1 +2 +2,000 +0 +\$0\.004000\ncompatible\/llama +1 +1,000 +0 +–\ntotal/,
  )
  assert.match(stdout, /1 of 3 turns used a model without a price and are not in the cost\./)
  const wrong = await hub(['usage', '--hub', folder, '--since', 'soon'])
  assert.equal(wrong.code, 2)
  assert.match(wrong.stderr, /--since.*Expected a time such as/)
})

async function usedHub(t: TestContext): Promise<string> {
  const folder = join(
    await folderWith(t, { 'Garden/agent.md': '---\nname: Gardener\n---\nYou help.\n' }),
    'Garden',
  )
  await using store = await openStore(await storeOf(join(folder, '.svc')))
  await using ledger = createUsageLedger({ store, newId, prices: await openPrices(null) })
  ledger.record({ ...TURN, startedAt: Date.UTC(2026, 10, 2, 23), email: null, chatId: 'c2' })
  ledger.record(TURN)
  ledger.record({ ...TURN, model: 'compatible/llama' })
  ledger.record({ ...TURN, hub: 'orchard' })
  ledger.record({ ...TURN, startedAt: Date.UTC(2026, 9, 31) })
  return folder
}

const TURN: RecordedTurn = {
  hub: 'garden',
  email: 'ann@example.com',
  surface: 'chatapp',
  chatId: 'c1',
  model: 'openai/gpt-4.1',
  input: 1000,
  output: 0,
  cached: 0,
  reasoning: 0,
  outcome: 'stop',
  startedAt: Date.UTC(2026, 10, 3, 1),
  durationMs: 1,
}
