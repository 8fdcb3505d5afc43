import assert from 'node:assert/strict'
import { after, test, type TestContext } from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { allFindings, isTooWide } from '../support/accessibility.ts'
import { startHook, startMailServer } from '../console/notice-world.ts'
import { startEdgedConsole } from './edged-console.ts'

const ending = { after } as unknown as TestContext
const hook = await startHook(ending)
const mails = await startMailServer(ending)
const hub = await startEdgedConsole(ending, {
  environment: { ...mails.environment, SVC_FETCH_ALLOW_HOSTS: new URL(hook.url).host },
})
await hub.admin.get('/me')
const shoot = process.env['SHOTS']

const open = async (path: string, size: { width?: number; height?: number } = {}) => {
  const browser = await openBrowser(size)
  await browser.context.addCookies([{ name: 'token', value: hub.admin.token, url: hub.origin }])
  const page = await browser.newPage()
  await page.goto(hub.origin + path)
  return { browser, page }
}

test('a manager adds mail and a webhook, tests both, sees a failure, and chooses what to get and when [web-console.notices]', async () => {
  const { browser, page } = await open('/portal/')
  await using _ = browser
  await page.getByRole('link', { name: 'Notices' }).click()
  await page.getByText('No notices yet').waitFor()
  await page.getByRole('button', { name: 'Add mail' }).click()
  const mail = page.getByRole('listitem', { name: `Mail ${hub.admin.email}` })
  await mail.getByText('Nothing sent yet').waitFor()
  await mail.getByRole('button', { name: 'Send a test' }).click()
  await mail.getByText(/^Sent · /).waitFor()
  assert.equal((await mails.mail(0)).subject, 'Test of your notices')
  assert.equal(await page.getByRole('button', { name: 'Add mail' }).count(), 0)

  await page.getByRole('button', { name: 'Add webhook' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Address').fill('https://127.0.0.1/hook')
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await dialog.getByText(/not on the public internet/).waitFor()
  await dialog.getByLabel('Address').fill(hook.url)
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  const secret = dialog.getByRole('region', { name: 'Signing secret' })
  await secret.waitFor()
  hook.state.secret = (await secret.textContent()) ?? ''
  if (shoot) await page.screenshot({ path: `${shoot}/secret.png` })
  await dialog.getByRole('button', { name: 'Done' }).click()
  const webhook = page.getByRole('listitem', { name: /^Webhook http/ })
  hook.answers.push(500)
  await webhook.getByRole('button', { name: 'Send a test' }).click()
  await webhook.getByText(/^Failed · .* · it answered 500$/).waitFor()
  await webhook.getByRole('button', { name: 'Send a test' }).click()
  await webhook.getByText(/^Sent · /).waitFor()
  assert.equal(hook.delivered[0]?.body.type, 'attention.test')
  assert.deepEqual(hook.refused, [])

  await page.getByRole('radio', { name: 'Warnings too' }).click()
  assert.ok(await page.getByRole('checkbox', { name: 'Sign-ups to approve' }).isDisabled())
  await page.getByRole('checkbox', { name: 'Channels without messages for a week' }).click()
  await page.getByRole('checkbox', { name: 'Quiet hours' }).click()
  await page.getByLabel('From').fill('22:30')
  await page.getByLabel('Language of the notices').selectOption('de')
  await page.getByRole('button', { name: 'Save' }).click()
  await page.getByText('Saved.', { exact: true }).waitFor()
  const { settings } = (await hub.admin.get('/notices')).json
  assert.deepEqual(
    [settings.level, settings.muted, settings.quiet, settings.language],
    ['warning', ['channel_silent'], { from: 22 * 60 + 30, until: 7 * 60 }, 'de'],
  )
  assert.deepEqual(await allFindings(page), [])
  await page.reload()
  await page.getByRole('radio', { name: 'Warnings too', checked: true }).waitFor()

  await webhook.getByRole('button', { name: /^Remove Webhook/ }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click()
  await webhook.waitFor({ state: 'detached' })
  assert.deepEqual(browser.complaints, [])
})

for (const [name, size, colorScheme] of [
  ['desktop', { width: 1280, height: 900 }, 'light'],
  ['phone', { width: 390, height: 844 }, 'light'],
  ['dark', { width: 1280, height: 900 }, 'dark'],
] as const)
  test(`the page fits, ${name} [web-console.notices]`, async () => {
    const { browser, page } = await open('/portal/notices', size)
    await using _ = browser
    await page.emulateMedia({ colorScheme })
    await page.getByRole('heading', { name: 'What and when' }).waitFor()
    assert.equal(await isTooWide(page), false)
    assert.deepEqual(await allFindings(page), [])
    if (shoot) await page.screenshot({ path: `${shoot}/${name}.png` })
    await page.getByRole('button', { name: 'Save' }).scrollIntoViewIfNeeded()
    if (shoot) await page.screenshot({ path: `${shoot}/${name}-end.png` })
  })

test('a person who manages nothing cannot open the page [web-console.notices]', async () => {
  const pat = await hub.addPerson('Pat')
  assert.equal((await pat.get('/notices')).status, 403)
})
