import assert from 'node:assert/strict'
import { test, type TestContext } from 'node:test'
import type { Page } from 'playwright-core'
import { startMailServer, type MailServer } from '../console/notice-world.ts'
import { allFindings } from '../support/accessibility.ts'
import { openBrowser } from '../support/browser.ts'
import { CONSOLE_PASSWORD } from '../support/console.ts'
import { heading, openConsole } from './console-page.ts'
import { startEdgedConsole, startFaultyConsole } from './edged-console.ts'

const NEW = 'another battery staple'

async function startWorld(t: TestContext, environment: Record<string, string> = {}) {
  const server = await startMailServer(t)
  const world = await startEdgedConsole(t, {
    hubs: ['Garden'],
    environment: { ...server.environment, ...environment },
  })
  await world.admin.get('/me')
  return { ...world, server }
}

async function linkIn(server: MailServer, index: number): Promise<string> {
  for (let tries = 0; server.raw.length <= index; tries++) {
    if (tries > 200) assert.fail('no mail arrived')
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  return /http\S+#\S+/.exec((await server.mail(index)).text!)![0]
}

async function strangersPage(t: TestContext): Promise<Page> {
  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  return browser.newPage()
}

test('people are invited from the page People, accept on the page of the link, and are in [console-app.invite]', async (t) => {
  const { admin, origin, server, ...world } = await startWorld(t)
  await world.addPerson('Pat')
  await using opened = await openConsole(origin, admin.token)
  const { page } = opened
  await page.goto(`${origin}/portal/people`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite people' })
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await dialog.getByText('Enter at least one email address.').waitFor()
  await dialog.getByLabel('Email addresses').fill('Nia Ivy <nia@example.com>, pat@example.com')
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByRole('button', { name: 'Send 2 invitations' }).click()
  await dialog.getByText('pat@example.com has an account already').waitFor()
  assert.equal(await dialog.getByLabel('Email addresses').inputValue(), 'pat@example.com')
  await dialog.getByRole('button', { name: 'Cancel' }).click()
  const invited = page.getByRole('region', { name: '1 open invitation' })
  const link = await linkIn(server, 0)
  await invited.getByText('Mail sent').waitFor()

  const stranger = await strangersPage(t)
  const asked: string[] = []
  stranger.on('request', (request) => asked.push(`${request.url()} ${request.headers()['referer'] ?? ''}`))
  const answered = await stranger.goto(link)
  assert.equal(answered!.headers()['referrer-policy'], 'no-referrer')
  await heading(stranger, 'Join Hub Service').waitFor()
  assert.equal(stranger.url(), `${origin}/auth`)
  assert.equal(await stranger.getByLabel('Email').inputValue(), 'nia@example.com')
  assert.deepEqual(await allFindings(stranger), [])
  await stranger.getByRole('button', { name: 'Create account' }).click()
  await stranger.getByText('Name is required.').waitFor()
  await stranger.getByLabel('Name').fill('Nia Ivy')
  await stranger.getByLabel('Password', { exact: true }).fill(CONSOLE_PASSWORD)
  await stranger.getByRole('button', { name: 'Create account' }).click()
  await stranger.getByRole('textbox', { name: 'Message' }).waitFor()
  const token = link.split('=')[1]!
  assert.ok(!asked.some((text) => text.includes(token)), asked.join('\n'))

  await stranger.goto('about:blank')
  await stranger.goto(link)
  await heading(stranger, 'This link no longer works').waitFor()
  await stranger.getByRole('button', { name: 'Sign in' }).click()
  await stranger.getByRole('textbox', { name: 'Message' }).waitFor()

  await page.reload()
  await page.getByRole('table', { name: 'People' }).getByRole('link', { name: 'Nia Ivy' }).waitFor()
  assert.equal(await invited.count(), 0)
})

test('an invitation is sent again and withdrawn, and its page shows why a mail was not sent [console-app.invite]', async (t) => {
  const { admin, origin, server } = await startWorld(t)
  server.answers.push(550)
  await admin.post('/invitations', { emails: ['ivo@example.com'] })
  await using opened = await openConsole(origin, admin.token)
  const { page } = opened
  await page.goto(`${origin}/portal/people`)
  await page.getByText('the mail server refused the mail (550)').waitFor()
  await page.getByText('Not sent', { exact: true }).waitFor()
  const menu = page.getByRole('button', { name: 'Actions for the invitation of ivo@example.com' })
  await menu.click()
  await page.getByRole('menuitem', { name: 'Send again' }).click()
  const link = await linkIn(server, 0)
  await page.getByText('Mail sent').waitFor()
  await menu.click()
  await page.getByRole('menuitem', { name: 'Withdraw…' }).click()
  await page
    .getByRole('alertdialog', { name: 'Withdraw the invitation of ivo@example.com?' })
    .getByRole('button', { name: 'Withdraw invitation' })
    .click()
  await menu.waitFor({ state: 'detached' })
  const stranger = await strangersPage(t)
  await stranger.goto(link)
  await heading(stranger, 'This link no longer works').waitFor()
  await stranger.getByRole('button', { name: 'Sign in' }).click()
  await heading(stranger, 'Sign in to Hub Service').waitFor()
})

test('a person requests a link on the sign-in page, sets a new password, and signs in with it [console-app.reset]', async (t) => {
  const { admin, origin, server, ...world } = await startWorld(t)
  const pat = await world.addPerson('Pat')
  await admin.post('/access/grant', { subject: pat.email, hub: 'garden', permission: 'use_hub' })
  const page = await strangersPage(t)
  await page.goto(`${origin}/auth`)
  await page.getByRole('button', { name: 'Forgot your password?' }).click()
  await page.getByLabel('Email').fill('no address')
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText('Enter an email address such as').waitFor()
  await page.getByLabel('Email').fill(pat.email)
  assert.deepEqual(await allFindings(page), [])
  await page.getByRole('button', { name: 'Send link' }).click()
  await page.getByText(`If ${pat.email} has an account with a password here`).waitFor()
  const link = await linkIn(server, 0)
  await page.goto(link)
  await heading(page, 'Set a new password').waitFor()
  assert.equal(page.url(), `${origin}/auth`)
  assert.deepEqual(await allFindings(page), [])
  await page.getByLabel('New password').fill('short')
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByText('Use at least 8 characters.').waitFor()
  await page.getByLabel('New password').fill(NEW)
  await page.getByRole('button', { name: 'Set password' }).click()
  await heading(page, 'Your password was changed').waitFor()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByLabel('Email').fill(pat.email)
  await page.getByLabel('Password', { exact: true }).fill(NEW)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()

  // A signed-in person can use a link, too.
  await using opened = await openConsole(origin, admin.token)
  await opened.page.goto(`${origin}/portal/people/${pat.email}`)
  await opened.page.getByRole('button', { name: 'Actions', exact: true }).click()
  await opened.page.getByRole('menuitem', { name: 'Send link for a new password' }).click()
  await opened.page
    .getByRole('alertdialog')
    .getByRole('button', { name: 'Send link for a new password' })
    .click()
  await opened.page.getByText(`A mail with a link for ${pat.email} is on its way.`, { exact: true }).waitFor()
  const second = await linkIn(server, 2)
  await page.goto(second)
  await page.getByLabel('New password').fill(CONSOLE_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.getByRole('button', { name: 'Sign in' }).click()
  await heading(page, 'Sign in to Hub Service').waitFor()
})

test('without a mail server, the dialog shows what is missing, and the sign-in page names an administrator [console-app.mail-off]', async (t) => {
  const world = await startEdgedConsole(t, { hubs: ['Garden'] })
  await world.admin.get('/me')
  await using opened = await openConsole(world.origin, world.admin.token)
  const { page } = opened
  await page.goto(`${world.origin}/portal/people`)
  await page.getByRole('button', { name: 'Invite people' }).click()
  await page.getByText('The service has no mail server, so it can’t invite people.').waitFor()
  await page.getByRole('link', { name: 'Set up a mail server' }).click()
  await page.waitForURL('**/portal/web-chat/mail')
  const stranger = await strangersPage(t)
  await stranger.goto(`${world.origin}/auth`)
  await stranger.getByText('An administrator can set a new one for you.').waitFor()
  assert.equal(await stranger.getByRole('button', { name: 'Forgot your password?' }).count(), 0)
})

test('with Open WebUI nobody is invited and no link for a password is sent [console-app.mail-off]', async (t) => {
  const world = await startFaultyConsole(t)
  const { admin } = world
  const pat = await world.addPerson('Pat')
  await admin.post('/people/refresh')
  assert.equal((await admin.get('/invitations')).json.problem, 'open_webui')
  for (const answer of [
    await admin.post('/invitations', { emails: ['nia@example.com'] }),
    await admin.post(`/accounts/${pat.email}/reset-mail`),
  ]) {
    assert.deepEqual([answer.status, answer.json.code], [403, 'forbidden'], answer.text)
    assert.match(answer.json.detail, /Open WebUI manages the accounts/)
  }
  await using opened = await openConsole(world.origin, admin.token)
  await opened.page.goto(`${world.origin}/portal/people`)
  await opened.page.getByRole('button', { name: 'Create account' }).waitFor()
  await opened.page.getByRole('table', { name: 'People' }).getByRole('link', { name: 'Pat' }).waitFor()
  assert.equal(await opened.page.getByRole('button', { name: 'Invite people' }).count(), 0)
})
