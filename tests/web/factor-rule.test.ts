import assert from 'node:assert/strict'
import { test } from 'node:test'
import { PASSWORD } from '../chatapp/started-chatapp.ts'
import { allFindings } from '../support/accessibility.ts'
import { codeOf } from '../support/totp.ts'
import { signUp, startTestPage } from './started-page.ts'

test('if all people need a second factor, a new account sets it up before the first chat [web.factor-rule]', async (t) => {
  const { page, browser, url } = await startTestPage(t, { secondFactor: true })
  await signUp(page, url)
  await page.getByRole('heading', { name: 'Set up a second factor' }).waitFor()
  assert.deepEqual(await allFindings(page), [])
  const goOn = page.getByRole('button', { name: 'Continue' })
  await goOn.click()
  await page.getByRole('button', { name: 'Set up', exact: true }).click()
  await page.getByLabel('Your password').fill(PASSWORD)
  await page.keyboard.press('Enter')
  const secret = await page.getByLabel('Or enter this secret in the app').inputValue()
  await page.getByLabel('Code', { exact: true }).fill(codeOf(secret, Date.now()))
  await page.keyboard.press('Enter')
  await page.getByRole('list', { name: 'Your recovery codes' }).waitFor()
  await goOn.click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})
