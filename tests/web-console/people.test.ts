import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openStore } from '#ground/store/store.ts'
import { allFindings } from '../support/accessibility.ts'
import { signIn, signUp } from '../support/console-person.ts'
import { giveIdentity } from '../support/identity.ts'
import { storeOf } from '../support/own-services.ts'
import { heading, inSight, openConsole, visit } from './console-page.ts'
import { account, BOB, seededConsole } from './started-console.ts'

const { hub, slug, ann, newcomer } = await seededConsole()
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
const PEOPLE = `${hub.url}/portal/people`

test('filters and search live in the address, and a list without a match offers to clear them [console-app.people]', async () => {
  await visit(page, PEOPLE)
  const table = page.getByRole('table', { name: 'People' })
  await table.getByRole('link', { name: BOB.name }).waitFor()
  await page.getByRole('button', { name: 'Status', exact: true }).click()
  await page.getByRole('menuitemradio', { name: 'Blocked' }).click()
  await page.waitForURL(/status=blocked/)
  await table.getByRole('link', { name: BOB.name }).waitFor({ state: 'detached' })
  await table.getByRole('link', { name: 'Dan Rivers' }).waitFor()

  await page.reload()
  await table.getByRole('link', { name: 'Dan Rivers' }).waitFor()
  await page.getByRole('searchbox').fill('zebra')
  await page.getByText('Nothing matches').waitFor()
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await table.getByRole('link', { name: BOB.name }).waitFor()
  assert.equal(new URL(page.url()).search, '')
  await page.goBack()
  await page.getByText('Nothing matches').waitFor()
})

test('on a phone the list shows who is blocked without scrolling sideways, however long a name is [console-app.people]', async () => {
  const long = await newcomer('Maximiliana-Theodora von Hohenstein-Wallmoden zu Sickershausen')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(PEOPLE)
  const row = (name: string) => page.getByRole('row').filter({ hasText: name })
  await inSight(row(long.account.name).getByText('Active', { exact: true }), 390 - 16)
  await inSight(row('Dan Rivers').getByText('Blocked', { exact: true }), 390 - 16)
  await page.setViewportSize({ width: 1280, height: 800 })
})

test('an account is created with first access and signs in with it [console-app.people]', async () => {
  await visit(page, PEOPLE)
  await page.getByRole('button', { name: 'Create account' }).click()
  const dialog = page.getByRole('dialog', { name: 'Create account' })
  await dialog.getByLabel('Name').fill('Lea Novak')
  await dialog.getByLabel('Email').fill('Lea.Novak@example.org')
  await dialog.getByRole('button', { name: 'Generate password' }).click()
  const password = await dialog.getByLabel('Password', { exact: true }).inputValue()
  assert.equal(password.length, 20)
  await dialog.getByRole('checkbox', { name: 'Order supplies' }).click()
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await heading(page, 'Lea Novak').waitFor()
  await page.getByText('Order supplies').first().waitFor()

  const email = 'lea.novak@example.org'
  const lea = await signIn(hub.url, { name: 'Lea Novak', email, password })
  const { hubs } = await lea.call('GET', '/portal/api/chat-access')
  assert.deepEqual(hubs, [
    { slug, name: 'Demo agent', allowed: true, reason: 'direct', mcp: { url: '/mcp', sign_in_url: null } },
  ])

  await visit(page, PEOPLE)
  await page.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByLabel('Name').fill('Lea Again')
  await dialog.getByLabel('Email').fill(email)
  await dialog.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await dialog.getByRole('button', { name: 'Create account' }).click()
  await dialog.getByRole('alert').waitFor()
})

test('a block asks first, names the person, and removes their access at once [console-app.people]', async () => {
  const pia = await newcomer('Pia Wolf')
  await visit(page, `${PEOPLE}/${pia.account.email}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Block' }).click()
  const ask = page.getByRole('alertdialog', { name: 'Block Pia Wolf?' })
  await ask.getByRole('button', { name: 'Block Pia Wolf' }).click()
  await page.getByText('pia.wolf@example.org is blocked.').first().waitFor()
  await page.getByText('Blocked', { exact: true }).first().waitFor()
  await assert.rejects(pia.call('GET', '/portal/api/chat-access'), /403|401/)
  await page.getByRole('table', { name: 'Recent changes' }).getByText('Blocked').waitFor()
})

test('an identity of a provider is released after a question that shows it [console-app.identities]', async () => {
  const ida = await newcomer('Ida Again')
  const { id } = await ida.call('GET', '/api/v1/auths/')
  const issuer = 'https://id.example.com/realms/corp'
  await using store = await openStore(await storeOf(join(hub.folder, '.svc')))
  await giveIdentity(store, { id, issuer, subject: '5f0c-old' })
  await ann.call('POST', '/portal/api/people/refresh')
  await visit(page, `${PEOPLE}/${ida.account.email}`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Unlink identity…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Unlink an identity from the account of Ida Again?' })
  assert.equal(await dialog.getByRole('radio', { name: issuer }).isChecked(), true)
  await dialog.getByText('5f0c-old').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByRole('button', { name: 'Unlink identity' }).click()
  await page.getByText('The identity of ida.again@example.org was unlinked.').first().waitFor()
  await assert.rejects(ida.call('GET', '/api/v1/auths/'), /401/)
  await page
    .getByRole('table', { name: 'Recent changes' })
    .getByText('Unlinked an account’s identity')
    .waitFor()
})

test('deleting asks for the e-mail, and the account was deleted [console-app.people]', async () => {
  await visit(page, `${PEOPLE}/jun@example.org`)
  await heading(page, 'Jun Mori').waitFor()
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Delete…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete Jun Mori?' })
  const act = dialog.getByRole('button', { name: 'Delete Jun Mori and their chats' })
  assert.equal(await act.isDisabled(), true)
  await dialog.getByLabel('Type jun@example.org to confirm').fill('jun@example.org')
  await act.click()
  await heading(page, 'People').waitFor()
  await page.getByRole('link', { name: 'Jun Mori' }).waitFor({ state: 'detached' })
})

test('a pending account stands first, is approved with access in one dialog, and the role and the password are changed [console-app.people]', async () => {
  const late = await signUp(hub.url, account('Pat Late'))
  await ann.call('POST', '/portal/api/people/refresh')
  await page.goto(PEOPLE)
  const waiting = page.getByRole('region', { name: /waits? for approval/ })
  await waiting
    .getByRole('listitem')
    .filter({ hasText: 'pat.late@example.org' })
    .getByRole('button', { name: 'Approve…' })
    .click()
  const asked = page.getByRole('dialog', { name: 'Approve Pat Late?' })
  await asked.getByRole('checkbox', { name: 'Order supplies' }).click()
  await asked.getByRole('button', { name: 'Approve and give access' }).click()
  await page.getByText('pat.late@example.org was approved.').first().waitFor()
  await waiting.getByText('pat.late@example.org').waitFor({ state: 'detached' })
  const { hubs } = await late.call('GET', '/portal/api/chat-access')
  assert.deepEqual(
    hubs.map(({ allowed }: { allowed: boolean }) => allowed),
    [true],
  )

  await visit(page, `${PEOPLE}/pat.late@example.org`)
  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Make administrator' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Make administrator' }).click()
  await page.getByText('Organization administrator').waitFor()

  await page.getByRole('button', { name: 'Actions' }).click()
  await page.getByRole('menuitem', { name: 'Set password' }).click()
  const dialog = page.getByRole('dialog', { name: 'Set a password for Pat Late' })
  await dialog.getByLabel('Password', { exact: true }).fill('a quite new password')
  await dialog.getByRole('button', { name: 'Set password' }).click()
  await dialog.waitFor({ state: 'detached' })
  await signIn(hub.url, { name: 'Pat', email: 'pat.late@example.org', password: 'a quite new password' })
})
