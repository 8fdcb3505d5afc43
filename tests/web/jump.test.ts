import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { hasFocus, openPage, sharedChat, things } from './started-page.ts'

test('typing in a palette finds chats, agents, folders, settings and actions [web.jump]', async (t) => {
  const { addAdministrator, url } = await sharedChat()
  const jo = await addAdministrator('Jo Jump')
  const message = { role: 'user', content: 'The quince tree bears fruit in autumn.' }
  const create = async (title: string) =>
    (
      await jo.post('/api/v1/chats/new', {
        chat: { title, models: ['garden'], history: { currentId: 'm', messages: { m: message } } },
      })
    ).json.id as string
  await create('Trees')
  const archived = await create('Old trees')
  await jo.post(`/api/v1/chats/${archived}/archive`)
  await jo.post('/api/v1/folders/', { name: 'Orchard' })

  const { page, browser } = await openPage(t, jo)
  await page.goto(url)
  await things(page).message.waitFor()
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: 'Search chats, or jump anywhere' })
  await box.waitFor()
  const options = page.getByRole('option')
  const chosen = page.getByRole('option', { selected: true })
  await page.getByRole('group', { name: 'Recent chats' }).getByRole('option', { name: 'Trees' }).waitFor()
  await page
    .getByRole('group', { name: 'New chat with' })
    .getByRole('option', { name: /^Garden helper/ })
    .waitFor()
  assert.deepEqual(await allFindings(page), [])

  await box.fill('quince')
  await page.getByRole('group', { name: 'Chats' }).getByRole('option').first().waitFor()
  assert.equal(await options.count(), 2)
  assert.match(await options.filter({ hasText: 'Archived' }).innerText(), /Old trees[^]*quince/)
  await page.keyboard.press('ArrowDown')
  assert.equal(await chosen.innerText(), await options.nth(1).innerText())
  await page.keyboard.press('ArrowUp')
  const first = (await chosen.innerText()).split('\n')[0]!
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { level: 1, name: first }).waitFor()
  await box.waitFor({ state: 'detached' })

  await page.keyboard.press('Control+k')
  await box.fill('theme dark')
  await chosen.filter({ hasText: 'Theme: Dark' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await page.getAttribute('html', 'data-theme'), 'dark')

  await page.keyboard.press('Control+k')
  await box.fill('orch')
  await chosen.filter({ hasText: 'Orchard' }).waitFor()
  await page.keyboard.press('Enter')
  await page.waitForFunction(() => document.activeElement?.textContent?.includes('Orchard'))

  await page.keyboard.press('Control+k')
  await box.fill('nothing at all fits this')
  await page.getByText('Nothing matches.').waitFor()
  await page.keyboard.press('Escape')
  await box.waitFor({ state: 'detached' })

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  await page.getByRole('button', { name: 'Jump to…' }).click()
  await box.fill('settings secur')
  await options.filter({ hasText: 'Settings: Security' }).click()
  await page.getByRole('dialog', { name: 'Settings' }).getByText('Where you are signed in').waitFor()
  assert.deepEqual(browser.complaints, [])
})

test('keys open a list of all keyboard shortcuts, the sidebar and the message box [web.shortcuts]', async (t) => {
  const { addAdministrator, url } = await sharedChat()
  const { page } = await openPage(t, await addAdministrator('Kim Keys'))
  await page.goto(url)
  const { message } = things(page)
  await message.fill('Is this right')
  await page.keyboard.type('?')
  assert.equal(await message.inputValue(), 'Is this right?')
  const sheet = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  assert.equal(await sheet.count(), 0)
  await page.keyboard.press('Control+/')
  await sheet.getByText('Ctrl+Shift+O').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })

  await message.blur()
  for (const key of ['Shift+?', '?', 'Control+Shift+/']) {
    await page.keyboard.press(key) // layouts differ in whether a symbol needs Shift
    await sheet.waitFor()
    await page.keyboard.press('Escape')
    await sheet.waitFor({ state: 'detached' })
  }
  await page.getByRole('button', { name: /Kim Keys/ }).click()
  await page.getByRole('menuitem', { name: 'Keyboard shortcuts' }).click()
  await sheet.waitFor()
  await page.keyboard.press('Escape')
  await sheet.waitFor({ state: 'detached' })
  await page.keyboard.press('Control+Shift+S')
  await page.getByRole('button', { name: 'Open sidebar' }).waitFor()
  await page.keyboard.press('Control+Shift+S')
  await page.getByRole('button', { name: 'Close sidebar' }).waitFor()
  await message.blur()
  await page.keyboard.press('Shift+Escape')
  assert.equal(await hasFocus(message), true)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox').fill('keyboard')
  await page.keyboard.press('Enter')
  await sheet.waitFor()
})
