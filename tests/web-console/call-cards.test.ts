import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openConsole } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const TOOLS = `import { appendFile } from 'node:fs/promises'
import { join } from 'node:path'
import { defineTool, z } from 'hub-service'

export const buySeeds = defineTool({
  name: 'buy_seeds',
  description: 'Buys seeds from the usual supplier. The order cannot be cancelled.',
  input: z.object({ what: z.string().describe('Name of the plant'), grams: z.int().min(1), password: z.string().optional() }),
  confirm: 'editable',
  title: ({ what }, state) => (state === 'done' ? 'Bought ' : 'Buy ') + what,
  async run({ what, grams }, { hubFolder }) {
    await appendFile(join(hubFolder, 'bought.txt'), what + ' ' + grams + '\\n')
    return 'Bought ' + grams + ' g of ' + what
  },
})
`

const { hub, bob } = await seededConsole()
await writeFile(join(hub.folder, 'tools/seeds.ts'), TOOLS)
const opened = await openConsole(hub.url, bob.token)
after(() => opened[Symbol.asyncDispose]())
const { page, browser } = opened

const bought = async () =>
  (await readFile(join(hub.folder, 'bought.txt'), 'utf8').catch(() => '')).split('\n').filter(Boolean)
const cardIn = (tab: typeof page) =>
  tab.getByRole('list', { name: 'Changes to decide on' }).getByRole('listitem').last()
const card = cardIn(page)
const approve = card.getByRole('button', { name: 'Approve' })
const decisions = page.getByRole('article', { name: 'Your decision' })
const answers = page.getByRole('article', { name: 'Answer' })
const waiting = page.getByRole('button', { name: /waiting for you/ })

async function propose(input: object): Promise<void> {
  // The Hub may still be reading the tool.
  for (;;) {
    await page.goto(hub.url)
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill(`/tool buy_seeds ${JSON.stringify(input)}`)
    await box.press('Enter')
    await page.waitForURL(/\/c\//)
    await answers.first().waitFor()
    await page.locator('[aria-label="Answer"][aria-busy=false]').first().waitFor()
    if ((await waiting.count()) > 0) break
  }
  await approve.waitFor()
}

test('a waiting call shows its effect and arguments; Enter approves it once, and the agent continues [web.call-card]', async () => {
  await propose({ what: 'basil', grams: 5, password: '4711' })
  const text = await card.innerText()
  assert.match(text, /Buy basil/)
  assert.match(text, /cannot be cancelled/)
  assert.match(text, /grams\s+5/)
  assert.doesNotMatch(text, /4711/)
  assert.equal(await page.getByRole('button', { name: /Buy basil.*done/ }).count(), 0)
  assert.deepEqual(await allFindings(page), [])
  const other = await browser.newPage()
  await other.goto(page.url())
  await cardIn(other).getByRole('button', { name: 'Approve' }).waitFor()
  await page.bringToFront()
  await approve.focus()
  await page.keyboard.press('Enter')
  await card.getByText('Approved and done.').waitFor()
  assert.equal(await card.evaluate((element) => element.contains(document.activeElement)), true)
  await decisions.getByText('You approved: Buy basil', { exact: true }).waitFor()
  await page.locator('[aria-label="Answer"][aria-busy=false]').nth(1).waitFor()
  assert.match(await answers.nth(1).innerText(), /Bought 5 g of basil|I approved the call/)
  await page.getByRole('button', { name: /Buy basil.*approved and done/ }).waitFor()
  await other.bringToFront()
  await cardIn(other).getByText('Approved and done.').waitFor()
  await other.getByRole('article', { name: 'Your decision' }).waitFor()
  await other.close()
  await page.bringToFront()
  assert.deepEqual(await bought(), ['basil 5'])
  await page.reload()
  await decisions.waitFor()
  assert.equal(await decisions.count(), 1)
  assert.deepEqual(await allFindings(page), [])
})

test('two clicks decide once [web.call-card]', async () => {
  const before = (await bought()).length
  await propose({ what: 'cress', grams: 1 })
  await approve.dblclick()
  await card.getByText('Approved and done.').waitFor()
  await decisions.waitFor()
  assert.deepEqual((await bought()).slice(before), ['cress 1'])
  assert.equal(await decisions.count(), 1)
})

test('a call is declined with a reason, which the agent receives [web.call-card]', async () => {
  await propose({ what: 'mint', grams: 3 })
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByRole('textbox', { name: /Reason/ }).fill('We have mint.')
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByText('You declined. Your reason: We have mint.').waitFor()
  await decisions.getByText('We have mint.').waitFor()
  await page.getByRole('button', { name: /Buy mint.*declined/ }).waitFor()
  await page.locator('[aria-label="Answer"][aria-busy=false]').nth(1).waitFor()
  assert.ok(!(await bought()).some((line) => line.startsWith('mint')))
})

test('edited arguments are checked by the tool’s schema, and are a new proposal [web.call-card]', async () => {
  await propose({ what: 'dill', grams: 3 })
  await card.getByRole('button', { name: 'Edit arguments' }).click()
  const grams = card.getByRole('textbox', { name: 'grams' })
  await grams.fill('0')
  await card.getByRole('button', { name: 'Propose edited call' }).click()
  await card.getByText(/^Enter a number/).waitFor()
  await grams.fill('9')
  await card.getByRole('button', { name: 'Propose edited call' }).click()
  await card.getByText('You edited the arguments.').waitFor()
  await approve.click()
  await card.getByText('Approved and done.').waitFor()
  assert.equal((await bought()).at(-1), 'dill 9')
  await decisions.getByText('You approved: Buy dill (edited arguments)').waitFor()
})

test('without a connection a decision fails readably and loses nothing; an outdated call is proposed again in place [web.call-card]', async () => {
  await propose({ what: 'sage', grams: 2 })
  const sage = page.url()
  await page.route('**/portal/api/change-requests/**', (route) => route.abort())
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByRole('textbox', { name: /Reason/ }).fill('Too late.')
  await card.getByRole('button', { name: 'Decline' }).click()
  await card.getByRole('alert').waitFor()
  assert.equal(await card.getByRole('textbox', { name: /Reason/ }).inputValue(), 'Too late.')
  await page.unrouteAll()
  await card.getByRole('button', { name: 'Back' }).click()
  await writeFile(join(hub.folder, 'tools/seeds.ts'), TOOLS.replace('usual supplier', 'new supplier'))
  // The Hub reads the changed tool within seconds.
  do await propose({ what: 'thyme', grams: 2 })
  while (!(await card.innerText()).includes('new supplier'))
  await page.goto(sage)
  await card.getByText('Buy sage').waitFor()
  await approve.click()
  await card.getByRole('button', { name: 'Propose again' }).click()
  await card.getByText('new supplier').waitFor()
  await approve.click()
  await card.getByText('Approved and done.').waitFor()
  assert.equal((await bought()).at(-1), 'sage 2')
})

test('deleting a chat withdraws its waiting call: the Console says why, and neither approves it nor proposes it again [changes.call.withdrawn]', async () => {
  const before = await bought()
  await propose({ what: 'tansy', grams: 4 })
  const chatId = new URL(page.url()).pathname.split('/').at(-1)!
  const { items } = await bob.call('GET', '/portal/api/change-requests?state=proposed')
  const waiting = items.find(({ summary }: any) => summary.includes('tansy'))
  const api = `${hub.url}/portal/api/change-requests/${waiting.id}`
  await bob.call('DELETE', `/api/v1/chats/${chatId}`)
  const post = (path: string, data: object) =>
    page.request.post(api + path, { data, headers: { origin: hub.url } })
  const refused = await post('/confirm', { plan_hash: waiting.plan_hash })
  assert.equal(refused.status(), 409)
  assert.match((await refused.json()).detail, /chat of this call was deleted/)
  assert.equal((await post('/again', {})).status(), 409)
  await page.goto(`${hub.url}/portal/change-requests/${waiting.id}`)
  await page.getByText('The chat of this call was deleted').waitFor()
  for (const name of ['Approve', 'Propose again'])
    assert.equal(await page.getByRole('button', { name }).count(), 0)
  assert.deepEqual(await bought(), before)
})
