import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openConsole } from '../web-console/console-page.ts'
import { seededConsole } from '../web-console/started-console.ts'
import { until } from '../support/until.ts'
import { things } from './started-page.ts'

const { hub, slug, ann, newcomer } = await seededConsole()

const openChatOf = async (t: { after(act: () => unknown): void }, name: string) => {
  const person = await newcomer(name, ['use_hub'])
  await until(async () => (await person.call('GET', '/api/models')).data.length > 0)
  const { page, browser } = await openConsole(hub.url, person.token)
  t.after(() => browser[Symbol.asyncDispose]())
  await page.goto(hub.url)
  return { page, person }
}

test('an answer that ends because access was withdrawn offers to ask for it, in place, and to try again once it is granted [web.refusals]', async (t) => {
  const { page, person } = await openChatOf(t, 'Ida Refused')
  const subject = person.account.email
  await things(page).send('/say Once\n/wait 20000')
  await things(page).answers.getByText('Once').waitFor()
  await ann.call('POST', '/portal/api/access/revoke', { subject, hub: slug, permission: 'use_hub' })
  const notice = page.getByRole('alert')
  await notice.getByText('You no longer have access to this agent').waitFor({ timeout: 15_000 })
  assert.equal(await notice.getByRole('button', { name: 'Try again' }).count(), 0)
  assert.equal(await things(page).regenerate.count(), 0)
  await notice.getByRole('button', { name: 'Request access' }).click()
  await page.keyboard.type('The ferns need me') // the field has the focus
  assert.deepEqual(await allFindings(page), [])
  // The web chat learns later than the bridge that the access was revoked. Until then it refuses the request for
  // access.
  const asked = notice.getByText(/Request sent now/)
  while ((await asked.count()) === 0) {
    await notice.getByRole('button', { name: 'Request access' }).click()
    await asked.or(notice.getByText('You have access to this agent already')).last().waitFor()
    await page.waitForTimeout(200)
  }
  await page.reload()
  await notice.getByText(/Request sent/).waitFor()
  const [request] = (await ann.call('GET', '/portal/api/access-requests')).items
  assert.equal(request.note, 'The ferns need me')

  await ann.call('POST', `/portal/api/access-requests/${request.id}/give`, {})
  await notice.getByText('You have access now').waitFor({ timeout: 40_000 })
  await notice.getByRole('button', { name: 'Try again' }).click()
  await notice.waitFor({ state: 'detached' })
})

test('a withdrawn agent keeps its name, the message box says so and offers to request access, and a new grant opens both without a reload [web.lost-agent]', async (t) => {
  const { page, person } = await openChatOf(t, 'Lia Lost')
  const grant = { subject: person.account.email, hub: slug, permission: 'use_hub' }
  await things(page).send('/say Once\n/wait 20000')
  await things(page).answers.getByText('Once').waitFor()
  const head = things(page).answers.locator('bdi').first()
  const name = await head.innerText()
  await things(page).message.fill('A draft')
  await ann.call('POST', '/portal/api/access/revoke', grant)
  const notice = page.getByRole('alert')
  await notice.getByText('You no longer have access to this agent').waitFor({ timeout: 15_000 })
  await page.getByText(`${name} is not available to you any more.`).waitFor({ timeout: 15_000 })
  assert.ok(await things(page).message.isDisabled())
  assert.equal(await head.innerText(), name)
  assert.equal(await things(page).message.getAttribute('placeholder'), `Message ${name}`)
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('button', { name: 'Request access' }).last().click()
  await page.getByRole('dialog').getByRole('textbox').waitFor()
  await page.keyboard.press('Escape')
  await page.reload()
  await page.getByText(`${name} is not available to you any more.`).waitFor()
  assert.equal(await head.innerText(), name)

  await ann.call('POST', '/portal/api/access/grant', grant)
  const wake = () => page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  for (;;) {
    await wake() // the person returns to the window
    if (await notice.getByText('You have access now').isVisible()) break
    await page.waitForTimeout(500)
  }
  await notice.getByRole('button', { name: 'Try again' }).waitFor()
  assert.equal(await things(page).message.isDisabled(), false)
  assert.equal(await things(page).message.inputValue(), 'A draft')
})

test('a used-up budget names the budget, what is left and when it resets, in the reader’s time zone [web.refusals]', async (t) => {
  const budget = { hub: slug, scope: 'person', period: 'day', unit: 'tokens' }
  const { page, person } = await openChatOf(t, 'Ole Spender')
  const set = (more: object) =>
    ann.call('PUT', '/portal/api/budgets', { ...budget, subject: person.account.email, ...more })
  t.after(() => set({ remove: true }))
  await set({ limit: 4 })
  await things(page).send('/say one two three four five six')
  await things(page).answers.getByText('one two').or(page.getByRole('alert')).first().waitFor()
  await things(page).message.waitFor()
  await things(page).send('/say more')
  const notice = page.getByRole('alert')
  await notice.getByText('Your daily budget for this agent').last().waitFor()
  await notice
    .last()
    .getByText(/of 4 tokens/)
    .waitFor()
  const resets = notice.last().locator('time')
  const at = new Date((await resets.getAttribute('datetime'))!)
  assert.equal(at.getTime() % 86_400_000, 0, 'midnight of UTC')
  const local = await page.evaluate(
    (at) => new Intl.DateTimeFormat('en-US', { timeStyle: 'short' }).format(at),
    at.getTime(),
  )
  assert.match(await resets.innerText(), new RegExp(local.replace(/\s/, '.')))
  assert.equal(await notice.last().getByRole('button').count(), 0)
  assert.deepEqual(await allFindings(page), [])
})
