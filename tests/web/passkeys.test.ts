import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { PASSWORD } from '../chatapp/started-chatapp.ts'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat } from './started-page.ts'

async function openWithAuthenticator(t: Parameters<typeof openPage>[0], name: string) {
  const { url: address, addAdministrator } = await sharedChat()
  // Passkeys need a host name.
  const url = address.replace('127.0.0.1', 'localhost')
  const { page, browser } = await openPage(t, { ...(await addAdministrator(name)), url })
  const devtools = await browser.context.newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  const { authenticatorId } = await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
    },
  })
  t.after(() => devtools.detach())
  const verified = (isUserVerified: boolean) =>
    devtools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified })
  const isTouched = (enabled: boolean) =>
    devtools.send('WebAuthn.setAutomaticPresenceSimulation', { authenticatorId, enabled })
  return { url, page, browser, verified, isTouched }
}

const settingsOf = (page: Page) => page.getByRole('dialog', { name: 'Settings' })

test('a passkey is added in the settings, signs in by itself, and is renamed and deleted [web.passkeys]', async (t) => {
  const { url, page, browser, verified } = await openWithAuthenticator(t, 'Pam Passkey')
  // Autofill would sign in with the passkey before the test clicks the button.
  await using _ = await page.addInitScript(() => {
    PublicKeyCredential.isConditionalMediationAvailable = async () => false
  })
  await page.goto(`${url}/?settings=security`)
  const dialog = settingsOf(page)
  const rows = dialog.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem')
  const add = async (password: string, name: string) => {
    await dialog.getByLabel('Your password').fill(password)
    await dialog.getByLabel('Name', { exact: true }).fill(name)
    await page.keyboard.press('Enter')
  }
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Your password').and(page.locator(':focus')).waitFor()
  await add('wrong', 'Work laptop')
  await dialog.getByRole('alert').filter({ hasText: 'password' }).waitFor()
  await verified(false)
  await add(PASSWORD, 'Work laptop')
  await dialog.getByText('Your browser didn’t create a passkey.').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await verified(true)
  await add(PASSWORD, 'Work laptop')
  await rows.filter({ hasText: 'Work laptop' }).filter({ hasText: 'not used yet' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await add(PASSWORD, 'Another')
  await dialog.getByText('This device has a passkey for your account already.').waitFor()
  await dialog.getByRole('button', { name: 'Cancel' }).click()

  await page.context().clearCookies()
  await verified(false)
  await page.goto(url)
  const enter = page.getByRole('button', { name: 'Sign in with a passkey' })
  await enter.waitFor()
  assert.deepEqual(await allFindings(page), [])
  await Promise.all([page.waitForResponse('**/signin/passkey/begin'), enter.click()])
  await enter.and(page.locator(':enabled')).waitFor()
  assert.equal(await page.getByRole('alert').count(), 0, 'who said no needs no telling')
  await verified(true)
  await enter.click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await page.getByText('Pam Passkey').first().waitFor()

  await page.goto(`${url}/?settings=security`)
  await dialog.getByRole('button', { name: 'Rename Work laptop' }).click()
  await rows.getByLabel('Name').fill('Old laptop')
  await page.keyboard.press('Enter')
  await rows.filter({ hasText: 'Old laptop' }).filter({ hasText: 'used' }).waitFor()
  await dialog.getByRole('button', { name: 'Delete Old laptop' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete passkey' }).click()
  await rows.first().waitFor({ state: 'detached' })

  await page.context().clearCookies()
  await verified(false)
  await page.goto(url)
  await enter.waitFor()
  await verified(true)
  await enter.click()
  await page.getByRole('alert').filter({ hasText: 'You can’t sign in with this passkey.' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('a browser offers passkeys where it fills in the e-mail, until the button is pressed [web.passkeys-autofill]', async (t) => {
  const { url, page, browser, isTouched } = await openWithAuthenticator(t, 'Paul Autofill')
  await page.goto(`${url}/?settings=security`)
  const dialog = settingsOf(page)
  await dialog.getByRole('button', { name: 'Add a passkey' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  await dialog.getByRole('list', { name: 'Your passkeys' }).getByRole('listitem').waitFor()

  const message = page.getByRole('textbox', { name: 'Message' })
  await page.context().clearCookies()
  await page.goto(url)
  await message.waitFor() // autofill signed the person in, without the button
  await page.getByText('Paul Autofill').first().waitFor()

  await page.context().clearCookies()
  await isTouched(false)
  const asked = () => page.waitForResponse('**/signin/passkey/begin')
  await Promise.all([asked(), page.goto(url)])
  assert.equal(await page.getByLabel('Email').getAttribute('autocomplete'), 'username webauthn')
  await Promise.all([asked(), page.getByRole('button', { name: 'Sign in with a passkey' }).click()])
  await page.locator('button[aria-busy=true]').waitFor()
  assert.equal(
    await page.getByRole('alert').count(),
    0,
    'a browser refuses a second request beside the first',
  )
  await isTouched(true)
  await page.reload()
  await message.waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('at an address that is no name there are no passkeys, and the settings say so [web.passkeys]', async (t) => {
  const { url, addAdministrator } = await sharedChat()
  const { page } = await openPage(t, await addAdministrator('Pat Plainaddress'))
  await page.goto(`${url}/?settings=security`)
  await settingsOf(page).getByText('Passkeys need an https address with a domain name.').waitFor()
  assert.equal(await settingsOf(page).getByRole('button', { name: 'Add a passkey' }).count(), 0)
  await page.context().clearCookies()
  await page.goto(url)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  assert.equal(await page.getByRole('button', { name: 'Sign in with a passkey' }).count(), 0)
})
