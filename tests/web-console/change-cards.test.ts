import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openConsole, visit } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, slug, bob } = await seededConsole()
const opened = await openConsole(hub.url, bob.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
const card = page.getByRole('list', { name: 'Changes to decide on' }).getByRole('listitem')

async function ask(subject: string) {
  await page.goto(hub.url)
  const call = { subject, grant: ['orders'] }
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(`/tool propose_access ${JSON.stringify(call)}`)
  await box.press('Enter')
  await card.getByText('Waiting for your decision. Nothing has happened yet.').waitFor()
}

const review = card.getByRole('link', { name: /^Review/ })

test('a change that an agent proposes is a card with the decision, which follows the decision and stays after a reload [web.change-cards]', async () => {
  await ask('ida.cards@example.org')
  assert.match(await card.innerText(), /ida\.cards@example\.org/)
  assert.deepEqual(await allFindings(page), [])
  for (const name of ['Approve', 'Decline']) await card.getByRole('button', { name }).waitFor()
  const [tab] = await Promise.all([page.waitForEvent('popup'), review.click()])
  await tab.getByRole('button', { name: 'Approve and apply' }).click()
  await tab.getByText('Applied', { exact: true }).first().waitFor()
  await tab.close()
  await card.getByText('Approved and done.').waitFor()
  await page.reload()
  await card.getByText('Approved and done.').waitFor()
  assert.equal(await review.count(), 0)
  await card.getByRole('link', { name: /^View/ }).waitFor()
  assert.deepEqual(await allFindings(page), [])
})

test('the card shows no state for another person’s request, or if the Console does not respond [web.change-cards]', async () => {
  await ask('ivo.cards@example.org')
  await page.route('**/portal/api/change-requests/*', (route) => route.abort())
  await page.reload()
  await card.getByText('You can decide in the Console.').waitFor()
  await review.waitFor()
  await page.unroute('**/portal/api/change-requests/*')
  await page.reload()
  await card.getByText('Waiting for your decision. Nothing has happened yet.').waitFor()
  const id = (await review.getAttribute('href'))!.split('/').at(-1)
  await bob.call('POST', `/portal/api/change-requests/${id}/reject`, {})
  await card.getByText('You declined.').waitFor()

  await page.route('**/portal/api/change-requests/*', (route) =>
    route.continue({ url: `${hub.url}/portal/api/change-requests/of-another` }),
  )
  const [answer] = await Promise.all([page.waitForResponse('**/change-requests/*'), page.reload()])
  assert.equal(answer.status(), 404)
  await card.waitFor({ state: 'detached' })
})

test('an outdated request is proposed again in the Console, and the new request is applied [console-app.propose-anew]', async () => {
  await page.unrouteAll()
  await ask('ila.cards@example.org')
  const id = (await review.getAttribute('href'))!.split('/').at(-1)
  const change = { hub: slug, subject: 'ila.cards@example.org', permission: 'use_hub' }
  await bob.call('POST', '/portal/api/access/grant', change)
  await visit(page, `${hub.url}/portal/change-requests/${id}`)
  await page.getByText('Outdated').first().waitFor()
  // Delays all requests except for change requests, so that the reloaded change request removes the button before the
  // mutation has ended.
  await page.route(/portal\/api\/(?!change-requests\/)/, async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Propose again' }).click()
  await page.waitForURL((url) => /change-requests/.test(url.pathname) && !url.pathname.endsWith(id!))
  await page.getByRole('button', { name: 'Approve and apply' }).click()
  await page.getByText('Applied', { exact: true }).first().waitFor()
  const { items } = await bob.call('GET', `/portal/api/access?hub=${slug}&q=ila.cards`)
  assert.deepEqual(items[0].direct, ['orders', 'use_hub'])
})
