import assert from 'node:assert/strict'
import { after, beforeEach, test } from 'node:test'
import type { Page } from 'playwright-core'
import { CONSOLE_PASSWORD } from '../support/console.ts'
import { heading, openConsole, visit } from './console-page.ts'
import { startFaultyConsole } from './edged-console.ts'

const hub = await startFaultyConsole({ after })
const { chatapp, admin, origin } = hub
const opened = await openConsole(origin, admin.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
beforeEach(() => chatapp.heal())

const unfinished = async () =>
  (await admin.get('/people/unfinished')).json.items.map((item: any) => [item.kind, item.subject])
const roleOf = async (email: string) => (await admin.get(`/accounts/${email}`)).json
const halfDone = (page: Page, email: string) => page.getByText(`A change to ${email} is incomplete`)
const failure = (page: Page) => page.getByRole('dialog').getByRole('alert')

async function openPerson(page: Page, name: string): Promise<void> {
  await visit(page, `${origin}/portal/people/${name.toLowerCase()}@example.com`)
  await heading(page, name).waitFor()
}

async function act(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name }).click()
}

test('an account without access is kept, the missing access is named, and finishing grants it [console-app.half-done]', async () => {
  const cli = { actor: { system: 'cli' as const } }
  chatapp.before('POST', /^\/api\/v1\/auths\/add/, () => hub.access.unmanage(cli, 'garden'))
  await visit(page, `${origin}/portal/people`)
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create account' })
  await dialog.getByLabel('Name').fill('Paul')
  await dialog.getByLabel('Email').fill('paul@example.com')
  await dialog.getByLabel('Password', { exact: true }).fill(CONSOLE_PASSWORD)
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByText('The account was created, but its access wasn’t granted').waitFor()
  assert.equal(await dialog.getByLabel('Name').inputValue(), 'Paul')
  await page.keyboard.press('Escape')

  chatapp.heal()
  await hub.access.manage(cli, 'garden', { members: [] })
  await page.reload()
  await halfDone(page, 'paul@example.com').waitFor()
  await page.getByText('Garden agent: Use the agent').waitFor()
  await page.getByRole('button', { name: 'Finish' }).click()
  await page.getByText('paul@example.com has the chosen access now.').first().waitFor()
  await halfDone(page, 'paul@example.com').waitFor({ state: 'detached' })
  assert.deepEqual(await unfinished(), [])
  const { json } = await admin.get('/people/paul@example.com')
  assert.deepEqual(json.person.access, [
    { hub: 'garden', permissions: [{ permission: 'use_hub', via: 'direct', expires_at: null }] },
  ])
})

test('a role that moved on one side says so, and repeating it finishes it [console-app.half-done]', async () => {
  const { email } = await hub.addPerson('Rolf')
  await admin.post('/people/refresh')
  chatapp.fail('POST', /\/update$/, 'html')
  await openPerson(page, 'Rolf')
  await act(page, 'Make administrator')
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make administrator' }).click()
  await halfDone(page, email).waitFor()
  assert.deepEqual(await unfinished(), [['role', email]])
  assert.equal((await roleOf(email)).chat_role, 'user')

  chatapp.heal()
  await page.getByRole('button', { name: 'Finish' }).click()
  await halfDone(page, email).waitFor({ state: 'detached' })
  assert.deepEqual(
    [(await roleOf(email)).chat_role, (await roleOf(email)).is_organization_admin],
    ['admin', true],
  )
})

test('a deletion that stopped half way keeps its dialog, and both it and the list finish it [console-app.half-done]', async () => {
  for (const [name, finish] of [
    ['Dora', 'dialog'],
    ['Emil', 'notice'],
  ] as const) {
    const { email } = await hub.addPerson(name)
    await admin.post('/people/refresh')
    await admin.post('/accounts/grant', { email, grants: [{ hub: 'garden', permission: 'use_hub' }] })
    chatapp.fail('DELETE', /^\/api\/v1\/users\//, { status: 500, detail: 'broken' })
    await openPerson(page, name)
    await act(page, 'Delete…')
    await page.getByLabel(`Type ${email} to confirm`).fill(email)
    const button = page.getByRole('button', { name: `Delete ${name} and their chats` })
    await button.click()
    await failure(page).waitFor()
    assert.deepEqual(await unfinished(), [['delete', email]])

    chatapp.heal()
    if (finish === 'dialog') await button.click()
    else {
      await page.keyboard.press('Escape')
      await visit(page, `${origin}/portal/people`)
      await halfDone(page, email).waitFor()
      await page.getByRole('button', { name: 'Finish' }).click()
    }
    await page.getByText(`${email} was deleted.`).first().waitFor()
    await halfDone(page, email).waitFor({ state: 'detached' })
    assert.deepEqual(await unfinished(), [])
    assert.equal((await admin.get(`/people/${email}`)).status, 404)
  }
})

test('an approval that the web chat refused is shown as a failure, and a repetition completes it [console-app.half-done]', async () => {
  const { email } = await hub.addPerson('Paula', 'pending')
  await admin.post('/people/refresh')
  chatapp.fail('POST', /\/update$/, 'html')
  await openPerson(page, 'Paula')
  await page.getByRole('button', { name: 'Approve…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Approve Paula?' })
  await dialog.getByRole('button', { name: 'Approve and give access' }).click()
  await failure(page)
    .getByText(/The web chat sent no valid answer/)
    .waitFor()
  assert.equal((await roleOf(email)).chat_role, 'pending')
  chatapp.heal()
  await dialog.getByRole('button', { name: 'Approve and give access' }).click()
  await page.getByText('Active', { exact: true }).waitFor()
  assert.equal((await roleOf(email)).chat_role, 'user')
  assert.deepEqual(await unfinished(), [])
})
