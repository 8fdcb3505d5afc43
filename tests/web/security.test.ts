import assert from 'node:assert/strict'
import { test } from 'node:test'
import { emailOf, PASSWORD } from '../chatapp/started-chatapp.ts'
import { LOOKS, lookedOver } from '../support/accessibility.ts'
import { codeOf } from '../support/totp.ts'
import { hasFocus, openPage, sharedChat } from './started-page.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.4 Mobile/15E148 Safari/604.1'

test('a person sees where they are signed in, and signs out one device, then all others [web.sessions]', async (t) => {
  const { url, visitor, addAdministrator } = await theChat()
  const mia = await addAdministrator('Mia Sessions')
  const elsewhere = async (userAgent: string) => {
    const form = { email: emailOf('Mia Sessions'), password: PASSWORD }
    const { json } = await visitor.post('/api/v1/auths/signin', form, { 'user-agent': userAgent })
    return async () =>
      (await fetch(`${url}/api/v1/auths/`, { headers: { authorization: `Bearer ${json.token}` } })).status
  }
  const [phone, script, other] = [await elsewhere(IPHONE), await elsewhere('curl/8.5.0'), await elsewhere('')]
  const { page } = await openPage(t, mia)
  await page.goto(`${url}/?settings=security`)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  const rows = dialog.getByRole('list', { name: 'Your sign-ins' }).getByRole('listitem')
  await rows.nth(3).waitFor()
  assert.equal(await rows.count(), 4)
  assert.match(await rows.first().innerText(), /This device[^]*127\.0\.0\.1 · signed in/)
  assert.equal(await rows.first().getByRole('button').count(), 0)
  assert.equal(await rows.filter({ hasText: 'Unknown device' }).count(), 1)

  await dialog.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click()
  const question = page.getByRole('alertdialog')
  await question.getByRole('button', { name: 'Cancel' }).click()
  assert.equal(await phone(), 200)
  await dialog.getByRole('button', { name: /^Sign out Safari on iPhone/ }).click()
  await question.getByRole('button', { name: 'Sign out' }).click()
  await page.getByText('Safari on iPhone is signed out.').first().waitFor()
  assert.deepEqual([await phone(), await script()], [401, 200])

  await dialog.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await question.getByText('2 other sign-ins end at once.').waitFor()
  await question.getByRole('button', { name: 'Sign out everywhere else' }).click()
  await dialog.getByText('You are not signed in anywhere else.').waitFor()
  assert.deepEqual([await script(), await other(), await rows.count()], [401, 401, 1])
})

const theChat = async () => {
  const world = await sharedChat()
  return { ...world, visitor: world.chatapp.visitor }
}

test('the list of sign-ins has no finding on any screen [web.sessions]', { timeout: 180_000 }, async (t) => {
  const { url, visitor, addAdministrator } = await theChat()
  const person = await addAdministrator('Noa Sessions')
  const form = { email: emailOf('Noa Sessions'), password: PASSWORD }
  await visitor.post('/api/v1/auths/signin', form, { 'user-agent': IPHONE })
  const wrong = lookedOver(LOOKS, async (lookAt) => {
    const { page } = await openPage(t, person)
    await page.goto(`${url}/?settings=security`)
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    await dialog.getByText('Safari on iPhone').waitFor()
    await lookAt(page, 'the list')
  })
  for (const look of LOOKS) assert.deepEqual(await wrong(look), [], look.colorScheme)
})

test('codes of an app are set up, asked for at the next sign-in, and turned off [web.two-step]', async (t) => {
  const { url, addAdministrator } = await theChat()
  const { page } = await openPage(t, await addAdministrator('Tess Steps'))
  await page.goto(`${url}/?settings=security`)
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('button', { name: 'Set up' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Continue' }).click()
  await dialog.getByRole('img', { name: 'The secret for your app' }).waitFor()
  const secret = await dialog.getByLabel('Or enter this secret in the app').inputValue()
  await dialog.getByLabel('Code', { exact: true }).fill(codeOf(secret))
  await dialog.getByRole('button', { name: 'Turn on' }).click()
  const codes = dialog.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await codes.nth(9).waitFor()
  const recovery = await codes.first().innerText()
  await dialog.getByRole('button', { name: 'I have saved the codes' }).click()
  await dialog.getByText('10 of 10 recovery codes are left.').waitFor()

  const { page: other } = await openPage(t)
  await other.goto(`${url}/auth`)
  await other.getByRole('textbox', { name: 'Email' }).fill(emailOf('Tess Steps'))
  await other.getByRole('textbox', { name: 'Password' }).fill(PASSWORD)
  await other.getByRole('button', { name: 'Sign in' }).click()
  const code = other.getByRole('textbox', { name: 'Code' })
  assert.ok(await hasFocus(code), 'one can write at once')
  await code.fill('000000 no')
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByText('This code is wrong').waitFor()
  await code.fill(recovery)
  await other.getByRole('button', { name: 'Sign in' }).click()
  await other.getByRole('heading', { name: 'Garden helper' }).waitFor()

  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByLabel('Your password').fill(PASSWORD)
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await dialog.getByRole('button', { name: 'Set up' }).waitFor()
})
