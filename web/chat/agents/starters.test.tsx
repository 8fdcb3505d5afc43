import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openDocument } from '../../testing/document.ts'

const { show } = await openDocument()
const { Starters } = await import('./starters.tsx')

const SIX = ['What grows in May?', 'Plan a bed.', 'What is ripe?', 'Who waters?', 'What now?', 'And then?']

test('four starters are offered, the others on demand, and one is sent whole [web.starters]', async () => {
  const picked: string[] = []
  const long = `${'Which bed needs water, '.repeat(40)}and why?`
  const starters = [long, ...SIX]
  const { getByRole, getAllByRole, user } = show(
    <Starters starters={starters} disabled={false} onPick={(text) => void picked.push(text)} />,
  )
  const offered = () => getAllByRole('listitem').map((item) => item.textContent)
  assert.deepEqual(offered(), starters.slice(0, 4))
  await user.click(getByRole('button', { name: '3 more' }))
  assert.deepEqual(offered(), starters)
  const fewer = getByRole('button', { name: 'Fewer' })
  assert.ok(fewer === document.activeElement, 'focus stays')
  await user.click(getByRole('button', { name: 'And then?' }))
  await user.click(fewer)
  assert.deepEqual(offered(), starters.slice(0, 4))
  await user.click(getByRole('button', { name: long }))
  assert.deepEqual(picked, ['And then?', long])
})

test('without starters there is no list, up to four are all shown, and an unavailable agent gets none [web.starters]', async () => {
  const bare = show(<Starters starters={[]} disabled={false} onPick={assert.fail} />)
  assert.equal(bare.container.textContent, '')
  bare.unmount()
  const { getAllByRole, user } = show(<Starters starters={SIX.slice(0, 4)} disabled onPick={assert.fail} />)
  const buttons = getAllByRole('button')
  assert.equal(buttons.length, 4)
  for (const button of buttons) await user.click(button)
})
