import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { heading, openConsole, visit } from './console-page.ts'
import { CLEO, seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened

test('budgets of a Hub are set, changed and removed on their page [console-app.budgets-page]', async () => {
  await visit(page, `${hub.url}/portal/hubs/${slug}/budgets`)
  await page.getByText('No budgets').waitFor()
  await page.getByText('Used this month').waitFor()
  await page.getByRole('button', { name: 'Set a budget' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a budget' })
  await dialog.getByLabel('For').selectOption('One person')
  await dialog.getByLabel('Email').fill(CLEO.email)
  await dialog.getByRole('radio', { name: 'Tokens' }).click()
  await dialog.getByLabel('Limit (Tokens)').fill('123456')
  await dialog.getByRole('button', { name: 'Save' }).click()
  const row = page.getByRole('row', { name: new RegExp(CLEO.email) })
  await row.getByRole('cell', { name: '123,456 tokens', exact: true }).waitFor()

  await row.getByRole('button', { name: `Actions for the budget of ${CLEO.email}` }).click()
  await page.getByRole('menuitem', { name: 'Change…' }).click()
  const edit = page.getByRole('dialog', { name: 'Change a budget' })
  await edit.getByLabel('Limit (Tokens)').fill('7')
  await edit.getByRole('button', { name: 'Save' }).click()
  await row
    .getByText(/of 7|^7/)
    .first()
    .waitFor()

  await row.getByRole('button', { name: `Actions for the budget of ${CLEO.email}` }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await page.getByText('No budgets').waitFor()
  const { items } = await ann.call('GET', `/portal/api/budgets?hub=${slug}`)
  assert.deepEqual(items, [])
})

test('the overview shows budgets that are nearly or completely used [console-app.budgets]', async (t) => {
  await visit(page, `${hub.url}/portal/`)
  await heading(page, 'Overview').waitFor()
  await page.getByRole('table', { name: 'Usage by Hub' }).waitFor()
  const notices = page.getByRole('region', { name: 'Needs your attention' })
  assert.equal(await notices.getByText('budget').count(), 0)

  const { usage } = await ann.call('GET', `/portal/api/budgets?hub=${slug}`)
  const { tokens } = usage.find(({ period }: { period: string }) => period === 'month')
  const limit = Math.floor(tokens / 0.9)
  for (const budget of [
    { scope: 'hub', period: 'month', limit },
    { scope: 'person', subject: CLEO.email, period: 'day', limit: 1 },
  ]) {
    await ann.call('PUT', '/portal/api/budgets', { hub: slug, unit: 'tokens', ...budget })
    const { limit: _, ...set } = budget
    t.after(() => ann.call('PUT', '/portal/api/budgets', { hub: slug, unit: 'tokens', ...set, remove: true }))
  }
  await page.reload()
  await notices.getByRole('link', { name: /used up the budget/ }).waitFor()
  const more = notices.getByRole('button', { name: /more$/ })
  if (await more.isVisible()) await more.click()
  const used = notices.getByText(`${CLEO.email} on Demo agent used up the budget for today.`)
  await used.waitFor()
  await notices.getByText(/^Demo agent used 9\d% of the budget for this month\.$/).waitFor()
  await notices.getByText(`${tokens} of ${limit} tokens used.`).waitFor()
  assert.match(await notices.innerText(), /used up[^]*used 9\d%/, 'the worst comes first')
})
