import assert from 'node:assert/strict'
import test from 'node:test'
import type { Page } from 'playwright-core'
import { openBrowser } from '../support/browser.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { chatPage, showsText } from './chat-page.ts'

const ann = { name: 'Ann Lee', email: 'ann@example.com', password: 'correct horse battery' }
const bo = { name: 'Bo Park', email: 'bo@example.com', password: 'another fine password' }

test('access is delegated, bounded, contested, withdrawn and recorded [journey.delegation]', async (t) => {
  await using hub = await runHub()
  await using annsBrowser = await openBrowser()
  await using bosBrowser = await openBrowser()
  const slug = hub.ready.hubs[0]!.slug
  const page = await annsBrowser.newPage()
  const bosPage = await bosBrowser.newPage()

  await t.test('the first administrator finds the Console from the chat and creates a person', async () => {
    await chatPage(page).signUp(hub.url, ann)
    await page.getByRole('link', { name: 'Console' }).click()
    await page.getByRole('link', { name: 'People', exact: true }).click()
    await page.getByRole('button', { name: 'Create account' }).click()
    const form = page.getByRole('dialog', { name: 'Create account' })
    await form.getByLabel('Name').fill(bo.name)
    await form.getByLabel('Email').fill(bo.email)
    await form.getByLabel('Password', { exact: true }).fill(bo.password)
    await form.getByRole('button', { name: 'Create account' }).click()
    await page.getByRole('heading', { name: bo.name }).waitFor()
  })

  await t.test('the person chats, and is shown no way to the Console', async () => {
    await bosPage.goto(hub.url)
    const chat = chatPage(bosPage)
    await chat.signIn(bo)
    assert.match(await chat.ask('/say hello from Bo'), /hello from Bo/)
    assert.equal(await bosPage.getByRole('link', { name: 'Console' }).count(), 0)
  })

  await t.test('the Hub is delegated: the person may now manage its access', async () => {
    await openMatrix(page, hub)
    await cell(page, 'Manage access', bo.name).click()
    await applyDraft(page)
    await cell(page, 'Manage access', bo.name, 'Granted').waitFor()
  })

  await t.test('the delegate grants within their ceiling and is held back beyond it', async () => {
    await openMatrix(bosPage, hub)
    assert.equal(
      await cell(bosPage, 'Share artifacts publicly', ann.name).getAttribute('aria-disabled'),
      'true',
    )
    await bosPage.getByRole('button', { name: 'Add person' }).click()
    const dialog = bosPage.getByRole('dialog')
    await dialog.getByLabel('Email or service').fill('svc:nightly')
    await dialog.getByRole('button', { name: 'Add to the table' }).click()
    await cell(bosPage, 'Use the agent', 'nightly').click()
    await applyDraft(bosPage)
    const beyond = await bosPage.request.post(`${hub.url}/portal/api/access/grant`, {
      headers: { origin: hub.url },
      data: { subject: 'svc:nightly', hub: slug, permission: 'share_public' },
    })
    assert.deepEqual([beyond.status(), (await beyond.json()).code], [403, 'outside_ceiling'])
  })

  await t.test('two tabs edit the same Hub, and the slower one is shown the conflict', async () => {
    const other = await annsBrowser.newPage()
    await openMatrix(page, hub)
    await openMatrix(other, hub)
    await cell(other, 'Share artifacts publicly', ann.name).waitFor()
    await page.bringToFront()
    await cell(page, 'Share artifacts publicly', bo.name).click()
    await other.bringToFront()
    await cell(other, 'Share artifacts publicly', ann.name).click()
    await applyDraft(other)
    await page.bringToFront()
    await page.getByRole('button', { name: 'Review' }).click()
    await page.getByRole('button', { name: /^Apply/ }).click()
    const conflict = page.getByRole('dialog', { name: 'Access was changed in the meantime' })
    await conflict.getByRole('button', { name: 'Add my changes to theirs' }).click()
    await conflict.waitFor({ state: 'hidden' })
    await cell(page, 'Share artifacts publicly', bo.name, 'Granted').waitFor()
    await cell(page, 'Share artifacts publicly', ann.name, 'Granted').waitFor()
    await other.close()
  })

  await t.test('blocking puts the person out at once, in the middle of an answer', async () => {
    await bosPage.goto(hub.url)
    const answer = await chatPage(bosPage).send('/say still here\n/wait 30000\n/say gone by now')
    await showsText(answer, 'still here')
    await page.goto(`${hub.url}/portal/people/${bo.email}`)
    await page.getByRole('button', { name: /Actions/ }).click()
    await page.getByRole('menuitem', { name: 'Block' }).click()
    await page.getByRole('button', { name: `Block ${bo.name}` }).click()
    await page.getByText('Blocked', { exact: true }).first().waitFor()
    const blocked = performance.now()
    await chatPage(bosPage).stop.waitFor({ state: 'hidden', timeout: 6000 })
    assert.ok(performance.now() - blocked < 6000)
    await bosPage.getByText('Your account is blocked. Ask an administrator.').waitFor()
    assert.doesNotMatch(await bosPage.locator('body').innerText(), /gone by now/)
    const refused = await bosPage.request.get(`${hub.url}/portal/api/me`)
    assert.deepEqual([refused.status(), (await refused.json()).code], [403, 'blocked'])
  })

  await t.test('everything is in the record, and the record holds', async () => {
    await page.goto(`${hub.url}/portal/access-changes`)
    const rows = page.getByRole('row')
    await rows.filter({ hasText: 'Blocked' }).filter({ hasText: bo.email }).first().waitFor()
    await rows.filter({ hasText: 'svc:nightly' }).filter({ hasText: bo.email }).first().waitFor()
    await rows.filter({ hasText: 'Created an account' }).first().waitFor()
  })

  assert.deepEqual([...annsBrowser.complaints, ...bosBrowser.complaints], [])
})

test('a change proposed in a conversation waits for its person, and a changed policy refuses it [journey.change-request]', async (t) => {
  await using hub = await runHub()
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const chat = chatPage(page)
  const slug = hub.ready.hubs[0]!.slug
  await chat.signUp(hub.url, ann)
  await chat.ask('/say hello')
  const propose = async () => {
    await page.goto(hub.url)
    const text = await chat.ask('/tool propose_access {"subject":"cy@example.com","grant":["use_hub"]}')
    return /\/portal\/change-requests\/[\w-]+/.exec(text)![0]
  }

  await t.test('the person reviews the plan and confirms it', async () => {
    await page.goto(hub.url + (await propose()))
    await showsText(page.getByRole('main'), 'cy@example.com')
    await page.getByRole('button', { name: 'Approve and apply' }).click()
    await page.getByRole('main').getByText('Applied', { exact: true }).waitFor()
    assert.ok(await mayUse('cy@example.com'))
  })

  await t.test('a change of the person’s access in between refuses the plan', async () => {
    await change('revoke', 'cy@example.com')
    const link = await propose()
    await change('grant', 'cy@example.com', 'share_public')
    await page.goto(hub.url + link)
    await page.getByRole('button', { name: 'Propose again' }).waitFor()
    await showsText(page.getByRole('main'), 'Outdated')
    assert.equal(await page.getByRole('button', { name: 'Approve and apply' }).count(), 0)
    assert.ok(!(await mayUse('cy@example.com')))
  })

  async function change(action: 'grant' | 'revoke', subject: string, permission = 'use_hub') {
    const answer = await page.request.post(`${hub.url}/portal/api/access/${action}`, {
      headers: { origin: hub.url },
      data: { subject, hub: slug, permission },
    })
    assert.equal(answer.status(), 200, await answer.text())
  }

  async function mayUse(subject: string): Promise<boolean> {
    const query = new URLSearchParams({ subject, hub: slug, permission: 'use_hub' })
    return (await (await page.request.get(`${hub.url}/portal/api/access/explain?${query}`)).json()).allowed
  }
})

async function openMatrix(page: Page, hub: RunningHub): Promise<void> {
  await page.goto(`${hub.url}/portal/hubs/${hub.ready.hubs[0]!.slug}/access`)
  await page.getByRole('table').waitFor()
}

const cell = (page: Page, permission: string, person: string, held = '') =>
  page.getByRole('checkbox', { name: new RegExp(`^${permission}, .*${person}.*: ${held}`) })

async function applyDraft(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Review' }).click()
  const apply = page.getByRole('button', { name: /^Apply/ })
  await apply.click()
  await apply.waitFor({ state: 'hidden' })
}
