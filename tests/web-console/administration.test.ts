import assert from 'node:assert/strict'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { signUp } from '../support/console-person.ts'
import { setUpCodes } from '../support/totp.ts'
import { heading, openConsole, visit } from './console-page.ts'
import { account, seededConsole } from './started-console.ts'
import { until } from '../support/until.ts'

const { hub, slug, ann, newcomer } = await seededConsole()
const opened = await openConsole(hub.url, ann.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
const policy = async () => (await ann.call('GET', '/portal/api/web-chat/sign-up')).policy
const SETTINGS = `${hub.url}/portal/web-chat`

test('a model connection is tried, added, switched off and removed with a question [console-app.web-chat]', async () => {
  await visit(page, SETTINGS)
  await page.getByRole('button', { name: 'Add connection' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Add a model connection' })
  await dialog.getByLabel('Address').fill('http://127.0.0.1:9/v1')
  await dialog.getByLabel('API key').fill('sk-never-shown')
  await dialog.getByRole('button', { name: 'Test' }).click()
  await dialog.getByText('There is no server at this address').waitFor()
  await dialog.getByRole('button', { name: 'Add connection' }).click()
  const row = page.getByRole('row').filter({ hasText: 'http://127.0.0.1:9/v1' })
  await row.getByText('Stored').waitFor()
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Turn off' }).click()
  await row.getByText('Off', { exact: true }).waitFor()
  assert.ok(!(await page.content()).includes('sk-never-shown'))
  await row.getByRole('button', { name: /^Actions for/ }).click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove connection' }).click()
  await page.getByText('No model connections').waitFor()
})

test('a banner is shown in the web chat until each reader puts it away [console-app.web-chat]', async () => {
  await visit(page, `${SETTINGS}/sign-up`)
  await page.getByLabel('Text').fill('We move on Saturday')
  await page.getByRole('button', { name: 'Show banner' }).click()
  await page.getByRole('button', { name: 'Remove banner' }).waitFor()
  const reader = await opened.browser.newPage()
  await reader.goto(hub.url)
  const banner = reader.getByText('We move on Saturday')
  await banner.waitFor()
  await reader.getByRole('button', { name: 'Close', exact: true }).click()
  await banner.waitFor({ state: 'detached' })
  await reader.reload()
  await reader.getByRole('textbox').first().waitFor()
  assert.equal(await banner.count(), 0)
  await reader.close()
  await page.getByRole('button', { name: 'Remove banner' }).click()
  await page.getByRole('button', { name: 'Remove banner' }).waitFor({ state: 'detached' })
})

test('an administrator chooses the sign-up policy, fills a group and filters sign-ins [console-app.web-chat]', async () => {
  await visit(page, `${SETTINGS}/sign-up`)
  const form = page.getByRole('form', { name: 'Sign-up' })
  await form.getByRole('radio', { name: 'Nobody' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await until(async () => (await policy()) === 'closed')
  await assert.rejects(signUp(hub.url, account('Nick Never')))
  await form.getByRole('radio', { name: 'Everybody, with approval' }).click()
  await form.getByRole('button', { name: 'Save', exact: true }).click()
  await until(async () => (await policy()) === 'approval')

  const gus = await newcomer('Gus Group')
  await visit(page, `${SETTINGS}/groups`)
  await page.getByRole('button', { name: 'Create group' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Create group' })
  await dialog.getByLabel('Name').fill('Pickers')
  await dialog.getByRole('button', { name: 'Create group' }).click()
  await heading(page, 'Pickers').waitFor()
  await page.getByLabel('Add by email').fill(gus.account.email)
  await page.getByRole('button', { name: 'Add', exact: true }).click()
  await page.getByRole('link', { name: 'Gus Group' }).waitFor()

  await visit(page, `${SETTINGS}/sign-ins?user=${encodeURIComponent(gus.account.email)}`)
  await page.getByRole('table', { name: 'Sign-ins' }).getByText('Signed in').waitFor()
  await visit(page, `${SETTINGS}/providers`)
  await page.getByText('SVC_PASSWORD_SIGN_IN').waitFor()
})

test('a checkbox requires a second factor of all people, and only shows a value set by a variable [console-app.second-factor]', async () => {
  await setUpCodes(hub.url, { token: ann.token, password: ann.account.password })
  const isOn = async () => (await ann.call('GET', '/portal/api/web-chat/second-factor')).is_on
  await visit(page, `${SETTINGS}/sign-up`)
  const form = page.getByRole('form', { name: 'Second factor' })
  const box = form.getByRole('checkbox', { name: 'Everyone needs a second factor' })
  for (const wanted of [true, false]) {
    await box.click()
    await form.getByRole('button', { name: 'Save' }).click()
    await until(async () => (await isOn()) === wanted)
    // The button is enabled again after the saved values were loaded.
    await form.getByRole('button', { name: 'Save', disabled: false }).waitFor()
  }
  const answer = { is_on: true, is_known: true, locked_by: 'SVC_REQUIRE_SECOND_FACTOR' }
  await page.route('**/portal/api/web-chat/second-factor', (route) => route.fulfill({ json: answer }))
  await page.reload()
  await form.getByText('SVC_REQUIRE_SECOND_FACTOR is set').waitFor()
  assert.deepEqual([await box.isChecked(), await box.isDisabled()], [true, true])
  assert.equal(await form.getByRole('button').count(), 0)
  await page.unroute('**/portal/api/web-chat/second-factor')
  await ann.call('POST', '/api/v1/auths/totp/end', { password: ann.account.password })
})

test('a file of the Hub has line numbers and colours, and a Markdown file can be read as text [console-app.hub-files]', async () => {
  const text = await readFile(join(hub.folder, 'agent.md'), 'utf8')
  await visit(page, `${hub.url}/portal/hubs/${slug}/files`)
  const content = page.getByRole('region', { name: 'Content of agent.md' })
  await content.locator('span[style]').first().waitFor()
  const numbers = await content.locator('[aria-hidden]').allTextContents()
  assert.deepEqual(
    numbers,
    Array.from({ length: text.trimEnd().split('\n').length }, (_, row) => String(row + 1)),
  )
  assert.equal(await content.getByText('suggestions:').count(), 1)
  await page.getByRole('radio', { name: 'Read' }).click()
  await content.locator('.markdown').waitFor()
  assert.equal(await content.getByText('suggestions:').count(), 0, 'without the head')
  await page.getByRole('radio', { name: 'Source' }).click()
  await content.getByText('suggestions:').waitFor()
})

test('a file of the Hub is edited: problems are shown before saving, changes are shown, and of two editors the second sees both versions [console-app.hub-files]', async () => {
  const path = join(hub.folder, 'agent.md')
  const before = await readFile(path, 'utf8')
  after(() => writeFile(path, before))
  await visit(page, `${hub.url}/portal/hubs/${slug}/files`)
  await page.getByRole('button', { name: 'Edit', exact: true }).click()
  const text = page.getByRole('textbox', { name: 'Content of agent.md' })
  await text.fill(before.replace('---\n', '---\nnam: wrong\n'))
  await page.getByRole('button', { name: 'Review…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save agent.md?' })
  await dialog.getByText('Problems').waitFor()
  assert.equal(await dialog.getByRole('button', { name: 'Save' }).isDisabled(), true)
  await page.keyboard.press('Escape')
  await text.fill(`${before}\nBe brief.\n`)
  await page.getByRole('button', { name: 'Review…' }).click()
  await dialog.getByText('Be brief.').waitFor()
  await writeFile(path, `${before}\nBe kind.\n`)
  await dialog.getByRole('button', { name: 'Save', exact: true }).click()
  await dialog.getByText('Another person changed this file meanwhile').waitFor()
  await dialog.getByText('Be kind.').waitFor()
  await dialog.getByRole('button', { name: 'Overwrite with my version' }).click()
  await page.getByText('agent.md was saved.').first().waitFor()
  assert.equal(await readFile(path, 'utf8'), `${before}\nBe brief.\n`)
  await page.getByRole('button', { name: 'Edit the last good version' }).waitFor()
})

test('a new file of the Hub starts with valid content, and leaving without saving asks first [console-app.hub-files]', async () => {
  const path = join(hub.folder, 'prompts/weekly-plan.md')
  after(() => rm(path, { force: true }))
  await visit(page, `${hub.url}/portal/hubs/${slug}/files`)
  await page.getByRole('button', { name: 'New file' }).click()
  const dialog = page.getByRole('dialog', { name: 'New file' })
  await dialog.getByLabel('Kind').selectOption('Prompt')
  await dialog.getByLabel('Name').fill('../agent')
  await page.keyboard.press('Enter')
  await dialog.getByText('begins with a letter or digit').waitFor()
  await dialog.getByLabel('Name').fill('weekly-plan')
  await dialog.getByText('Will be saved as prompts/weekly-plan.md.').waitFor()
  await page.keyboard.press('Enter')
  const text = page.getByRole('textbox', { name: 'Content of prompts/weekly-plan.md' })
  assert.match(await text.inputValue(), /title: weekly-plan/)
  await text.fill('---\ntitle: The plan of the week\n---\nPlan my week.\n')

  await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'agent.md' }).click()
  await page
    .getByRole('alertdialog', { name: 'Leave this page?' })
    .getByRole('button', { name: 'Stay' })
    .click()
  await page.getByRole('button', { name: 'Review…' }).click()
  await page.getByText('The Hub found no errors in this file.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByText('prompts/weekly-plan.md was saved.').first().waitFor()
  assert.match(await readFile(path, 'utf8'), /Plan my week/)
  await page.getByRole('link', { name: 'weekly-plan.md' }).waitFor()
  await page.getByRole('region', { name: 'Versions' }).getByText('Saved prompts/weekly-plan.md').waitFor()
  await page.getByRole('navigation', { name: 'Files' }).getByRole('link', { name: 'agent.md' }).click()
  await page.getByRole('heading', { name: 'agent.md' }).waitFor()

  await page.getByRole('button', { name: 'New file' }).click()
  await dialog.getByLabel('Kind').selectOption('Prompt')
  await dialog.getByLabel('Name').fill('weekly-plan')
  await page.keyboard.press('Enter')
  await dialog.getByText('There is a file prompts/weekly-plan.md already.').waitFor()
  for (const kind of ['Another agent', 'Skill', 'Task', 'Workflow']) {
    await dialog.getByLabel('Kind').selectOption(kind)
    await dialog.getByRole('button', { name: 'Write file' }).click()
    await page.getByRole('button', { name: 'Review…' }).click()
    await page.getByText('The Hub found no errors in this file.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Discard' }).click()
    await page.getByRole('heading', { name: 'agent.md' }).waitFor()
    await page.getByRole('button', { name: 'New file' }).click()
    await dialog.getByLabel('Name').fill('weekly-plan')
  }
  await page.keyboard.press('Escape')
})

test('a new skill gets a folder with a valid name, and the list shows skills by name [console-app.hub-files]', async () => {
  after(() => rm(join(hub.folder, 'skills'), { recursive: true, force: true }))
  await visit(page, `${hub.url}/portal/hubs/${slug}/files`)
  await page.getByRole('button', { name: 'New file' }).click()
  const dialog = page.getByRole('dialog', { name: 'New file' })
  await dialog.getByLabel('Kind').selectOption('Skill')
  await dialog.getByLabel('Name').fill('Weekly_Report')
  await dialog.getByText('Will be saved as skills/weekly-report/SKILL.md.').waitFor()
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Review…' }).click()
  await page.getByText('The Hub found no errors in this file.').waitFor()
  await page.getByRole('dialog').getByRole('button', { name: 'Save', exact: true }).click()
  const skills = page.getByRole('navigation', { name: 'Files' }).locator('section', { hasText: 'Skills' })
  await skills.getByRole('link', { name: 'weekly-report' }).waitFor()
  const text = await readFile(join(hub.folder, 'skills/weekly-report/SKILL.md'), 'utf8')
  assert.match(text, /^---\nname: weekly-report\ndescription: /)
})
