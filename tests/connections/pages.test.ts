import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { CONSOLE_PASSWORD } from '../support/console.ts'
import { clean, gallery } from './page-checks.ts'
import { addUser, connect, startConnections } from './world.ts'

const world = await startConnections({ after })

async function open(t: TestContext, person: { token: string }) {
  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  await browser.context.addCookies([{ name: 'token', value: person.token, url: world.origin }])
  return { browser, page: await browser.newPage() }
}

test('a person connects an account in the browser and goes back to the chat [connections.pages]', async (t) => {
  const pat = await addUser(world, 'Pat')
  const id = (await world.ask(pat, '/tool read_beds {}')).tools.at(-1)!.connect!.journey
  const { browser, page } = await open(t, pat)
  await page.goto(`${world.origin}/portal/connect/${id}`)
  await page.getByRole('heading', { name: 'Connect your Plants account?' }).waitFor()
  await page.getByText('files.read').waitFor()
  await page.getByText('read_beds').waitFor()
  await gallery(page, 'question')
  await clean(page)
  await page.getByRole('button', { name: 'Continue to Plants' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Plants is connected' }).waitFor()
  assert.equal(page.url(), `${world.origin}/portal/connect/${id}/done`)
  await gallery(page, 'connected')
  await clean(page)
  const left = (await browser.context.cookies(world.origin)).filter(({ name }) =>
    name.startsWith('svc-journey'),
  )
  assert.deepEqual(left, [])
  assert.equal((await world.ask(pat, '/tool read_beds {}')).tools.at(-1)!.state, 'done')

  await page.goto(`${world.origin}/portal/connections`)
  const row = page.getByRole('region', { name: 'Plants' })
  await row.getByText('Connected', { exact: true }).first().waitFor()
  await row.getByText('Garden agent').waitFor()
  await gallery(page, 'connections')
  await clean(page)
  await row.getByRole('button', { name: 'Disconnect Plants' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect Plants' }).click()
  await row.getByText('Not connected').waitFor()
  await row.getByRole('button', { name: 'Connect Plants' }).click()
  await page.getByRole('heading', { name: 'Connect your Plants account?' }).waitFor()
  await page.getByRole('button', { name: 'Not now' }).click()
  await page.getByRole('heading', { name: 'You did not connect an account' }).waitFor()
  await gallery(page, 'cancelled')
  await page.getByRole('link', { name: 'Go to Connections' }).click()
  await page.getByRole('heading', { name: 'Connections' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a person who refuses at the provider sees a message and may try again; other people see no journey [connections.pages]', async (t) => {
  const pat = await addUser(world, 'Ada')
  const kim = await addUser(world, 'Kim')
  const id = await world.journey(pat)
  const { browser, page } = await open(t, pat)
  await page.goto(`${world.origin}/portal/connect/${id}`)
  await page.getByRole('button', { name: 'Continue to Plants' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('heading', { name: 'Plants was not connected' }).waitFor()
  await gallery(page, 'failed')
  await clean(page)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByRole('button', { name: 'Allow' }).click()
  await page.getByRole('heading', { name: 'Plants is connected' }).waitFor()

  const further = (await world.ask(pat, '/tool plough {}')).tools.at(-1)!.connect!.journey
  await page.goto(`${world.origin}/portal/connect/${further}`)
  await page.getByRole('button', { name: 'Continue to Plants' }).click()
  await page.getByRole('button', { name: 'Refuse' }).click()
  await page.getByRole('heading', { name: 'Plants stays connected as before' }).waitFor()
  await page.getByText('Your Plants connection stays as it was').waitFor()
  await gallery(page, 'kept')
  await clean(page)

  await page.goto(`${world.origin}/portal/connect/00000000-0000-4000-8000-000000000000`)
  await page.getByRole('heading', { name: 'No such link' }).waitFor()
  assert.deepEqual(browser.complaints, [])

  const other = await open(t, kim)
  await other.page.goto(`${world.origin}/portal/connect/${id}`)
  await other.page.getByRole('heading', { name: 'This link is for another account' }).waitFor()
  await gallery(other.page, 'foreign')
  await clean(other.page)
  assert.ok(!(await other.page.content()).includes('read_beds'))
})

test('a signed-out person signs in and comes back to the question [connections.sign-in]', async (t) => {
  const pat = await addUser(world, 'Bea')
  const id = await world.journey(pat)
  const { page } = await open(t, { token: 'nobody' })
  await page.goto(`${world.origin}/portal/connect/${id}?error=made%20up`)
  await page.getByLabel('Email').fill(pat.email)
  await page.getByLabel('Password', { exact: true }).fill(CONSOLE_PASSWORD)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.getByRole('heading', { name: 'Connect your Plants account?' }).waitFor()
  assert.equal(page.url(), `${world.origin}/portal/connect/${id}`)
})

test('a person who disconnects during an outage of the provider is asked to revoke the access there too [connections.told]', async (t) => {
  const pat = await addUser(world, 'Cleo')
  await connect(world, pat)
  await world.provider.down()
  t.after(() => world.provider.up())
  const { browser, page } = await open(t, pat)
  await page.goto(`${world.origin}/portal/connections`)
  const row = page.getByRole('region', { name: 'Plants' })
  await row.getByRole('button', { name: 'Disconnect Plants' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect Plants' }).click()
  await page
    .getByText('Plants is disconnected in this service, but the access couldn’t be revoked at Plants.')
    .first()
    .waitFor()
  await row.getByText('Not connected').waitFor()
  await gallery(page, 'disconnected-here')
  assert.deepEqual(browser.complaints, [])
})
