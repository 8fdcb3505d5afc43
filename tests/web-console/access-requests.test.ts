import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openConsole, visit } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, slug, bob, newcomer } = await seededConsole()
const eve = await newcomer('Eva Lang')
const [asker, manager] = [await openConsole(hub.url, eve.token), await openConsole(hub.url, bob.token)]
for (const { browser } of [asker, manager]) after(() => browser[Symbol.asyncDispose]())

test('a person requests access at a closed agent, a manager grants it in the Console, and the agent opens with a notice [web.ask-access] [console-app.access-requests]', async () => {
  const { page } = asker
  await page.goto(`${hub.url}/?agent=${slug}`)
  await page.getByLabel('Why you need access (optional)').fill('The beds are mine')
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('button', { name: 'Request access' }).click()
  await page.getByText(/Request sent now/).waitFor()
  await page.reload()
  await page.getByText(/Request sent/).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Request access' }).count(), 0)

  const console = manager.page
  await visit(console, `${hub.url}/portal`)
  const asked = console.getByRole('link', { name: /^Eva Lang requests access to/ })
  const more = console.getByRole('button', { name: /^Show \d+ more$/ })
  await asked.or(more).first().waitFor()
  if (await more.isVisible()) await more.click()
  await asked.waitFor()
  await console.getByText('The beds are mine').waitFor()
  assert.deepEqual(await allFindings(console), [])
  await asked.click()
  const requests = console.getByRole('region', { name: 'Requests for access' })
  await requests.getByText('The beds are mine').waitFor()
  await requests.getByRole('button', { name: 'Give access' }).click()
  await requests.waitFor({ state: 'detached' })

  await page
    .getByText(/You can use .+ now/)
    .first()
    .waitFor({ timeout: 40_000 })
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page.reload()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  assert.equal(await page.getByText(/You can use .+ now/).count(), 0, 'told once')
  for (const { browser } of [asker, manager]) assert.deepEqual(browser.complaints, [])
})
