import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { emailOf } from '../chatapp/started-chatapp.ts'
import { LANGUAGES } from '../../web/console/app/languages/languages.ts'
import { follow } from '../web-console/console-page.ts'
import { ANN, openNewChat, openPage, sharedChat, signIn, things } from './started-page.ts'

test('a chat can be renamed, pinned, archived and brought back, searched for and deleted [web.chats]', async (t) => {
  const { page } = await openNewChat(t)
  const chat = things(page)
  await chat.send('Compost heap')
  await chat.regenerate.waitFor()
  const list = page.getByRole('navigation', { name: 'Chats' })
  const act = async (title: string, name: string) => {
    await list.getByRole('link', { name: title }).hover()
    await list.getByRole('button', { name: `Actions for ${title}` }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }

  await act('Compost heap', 'Rename')
  await page.getByRole('textbox', { name: 'Title' }).fill('All about compost')
  await page.getByRole('button', { name: 'Rename' }).click()
  await list.getByRole('link', { name: 'All about compost' }).waitFor()
  await page.getByRole('heading', { name: 'All about compost', level: 1 }).waitFor()

  await act('All about compost', 'Pin')
  await list
    .getByRole('region', { name: 'Pinned' })
    .getByRole('link', { name: 'All about compost' })
    .waitFor()

  await act('All about compost', 'Archive')
  await list.getByRole('link', { name: 'All about compost' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).click()
  await list.getByRole('link', { name: 'All about compost' }).waitFor()

  await page.getByRole('searchbox', { name: 'Search chats' }).fill('nothing like it')
  await page.getByText('No chat matches “nothing like it”.').waitFor()
  await page.getByRole('searchbox', { name: 'Search chats' }).fill('compost')
  await page.getByRole('link', { name: 'All about compost' }).waitFor()
  await page.getByRole('button', { name: 'Clear search' }).click()

  await list.getByRole('link', { name: 'All about compost' }).click()
  await act('All about compost', 'Delete')
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  await list.getByRole('link', { name: 'All about compost' }).waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Undo' }).last().click()
  await list.getByRole('link', { name: 'All about compost' }).waitFor()
  await act('All about compost', 'Delete')
  await list.getByRole('link', { name: 'All about compost' }).waitFor({ state: 'detached' })
})

test('name and password are changed in the settings [web.settings]', async (t) => {
  const { url, addAdministrator } = await sharedChat()
  const { page } = await openPage(t, await addAdministrator('Kim'))
  await page.goto(url)
  await page.getByRole('button', { name: /^Account / }).click()
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.getByRole('textbox', { name: 'Name' }).fill('Ann Other')
  await dialog.getByRole('button', { name: 'Save' }).click()

  await dialog.getByRole('tab', { name: 'Password' }).click()
  await dialog.getByLabel('Current password', { exact: true }).fill('not the password')
  await dialog.getByLabel('New password', { exact: true }).fill('a better password')
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await dialog.getByRole('alert').waitFor()
  await dialog.getByLabel('Current password', { exact: true }).fill(ANN.password)
  await dialog.getByRole('button', { name: 'Change password' }).click()
  await page.getByText('Password changed. Other devices were signed out.').first().waitFor()
})

test('a chosen theme is there before the first paint of the next visit [web.theme]', async (t) => {
  const { url, ann } = await sharedChat()
  const { page } = await openPage(t, ann)
  await page.goto(url)
  await page.getByRole('button', { name: /^Account / }).click()
  await page.getByRole('menuitemradio', { name: 'Dark' }).click()
  const ground = () => page.evaluate(() => getComputedStyle(document.documentElement).backgroundColor)
  const dark = await ground()
  await page.emulateMedia({ colorScheme: 'light' })
  assert.equal(await ground(), dark)
  // The app's scripts are blocked; `theme.js` has already applied the theme.
  await page.route('**/assets/*.js', (route) => route.abort())
  await page.reload()
  assert.equal(await ground(), dark)
})

test('before the scripts load, the page has the language of the person or browser [web.languages]', async (t) => {
  const { url, ann } = await sharedChat()
  const { page } = await openPage(t, ann)
  await page.route('**/assets/*.js', (route) => route.abort())
  const seen = () => page.evaluate(() => [document.documentElement.lang, document.documentElement.dir])
  await page.goto(url)
  assert.deepEqual(await seen(), ['en', 'ltr'])
  for (const { tag, load } of LANGUAGES) {
    await page.evaluate((chosen) => localStorage.setItem('language', chosen), tag)
    await page.reload()
    assert.deepEqual(await seen(), [tag, (await load?.())?.direction ?? 'ltr'])
  }
})

test('on a phone the sidebar is a sheet that closes once it led somewhere [web.phone]', async (t) => {
  const { page } = await openNewChat(t)
  await page.setViewportSize({ width: 390, height: 844 })
  const chat = things(page)
  await chat.send('Small screen')
  await chat.regenerate.waitFor()
  assert.equal(await page.getByRole('link', { name: 'New chat' }).count(), 0)
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  await page.getByRole('dialog').getByRole('link', { name: 'New chat' }).click()
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth)
  assert.ok(overflow <= 0, `the page is ${overflow} px wider than the phone`)
})

test('a chat that is gone, and an address that never was, say so [web.missing]', async (t) => {
  const { page, url } = await openNewChat(t)
  await follow(page, '/c/00000000-0000-4000-8000-000000000000')
  await page.getByRole('heading', { name: 'No such chat' }).waitFor()
  await page.goto(`${url}/nowhere/at/all`)
  await page.getByRole('heading', { name: 'Page not found' }).waitFor()
  await page.getByRole('link', { name: 'Go to a new chat' }).click()
  await things(page).message.waitFor()
})

test('a conversation is held by keyboard alone [web.keyboard]', async (t) => {
  const { page } = await openNewChat(t)
  const chat = things(page)
  await chat.message.waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.type('By keyboard')
  await page.keyboard.press('Enter')
  await chat.regenerate.waitFor()
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  await page.keyboard.press('Control+Shift+O')
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  const nameless = await page.evaluate(() =>
    [...document.querySelectorAll('button, a, input, textarea')]
      .filter((element) => element.checkVisibility())
      .filter(
        (element) =>
          !(
            element.getAttribute('aria-label') ??
            (element as HTMLInputElement).labels?.[0]?.textContent ??
            element.textContent
          ),
      )
      .map((element) => element.outerHTML),
  )
  assert.deepEqual(nameless, [], 'every control has a name')
})

test('nothing on the pages is against the policy they are served with [web.policy]', async (t) => {
  const { page, browser, url } = await openNewChat(t)
  const complaints: string[] = []
  page.on(
    'console',
    (message) => /Content Security Policy/i.test(message.text()) && complaints.push(message.text()),
  )
  const chat = things(page)
  await page.goto(url)
  await chat.send('Hello')
  await chat.regenerate.waitFor()
  await follow(page, '/?settings=appearance')
  await page.getByRole('radio', { name: 'Dark' }).click()
  await page.getByRole('radio', { name: 'System' }).click()
  assert.deepEqual([...complaints, ...browser.complaints], [])
})

const focused = (page: Page) =>
  page.evaluate(() => {
    const { activeElement } = document
    return activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? ''
  })

async function tabTo(page: Page, name: string): Promise<void> {
  const passed: string[] = []
  while (passed.length < 40) {
    await page.keyboard.press('Tab')
    const now = await focused(page)
    if (now === name) return
    passed.push(now)
  }
  assert.fail(`Tab does not lead to “${name}”, but to ${passed.join(', ')}`)
}

const focusIs = (page: Page, name: string) =>
  page.waitForFunction(
    (wanted) =>
      (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent) === wanted,
    name,
  )

test('by keyboard alone one signs in, stops an answer, renames and deletes a chat, and the focus is never lost [web.keyboard]', async (t) => {
  const { agent, url, addAdministrator } = await sharedChat()
  await addAdministrator('Lou')
  agent.script(async (answer) => {
    answer.text('half an answer')
    await answer.closed
  })
  const { page } = await openPage(t)
  await page.goto(url)
  await page.waitForFunction(() => document.activeElement?.getAttribute('type') === 'email')
  await page.keyboard.type(emailOf('Lou'))
  await page.keyboard.press('Tab')
  await page.keyboard.type(ANN.password)
  await page.keyboard.press('Enter')
  await focusIs(page, 'Message')

  await page.keyboard.type('Slugs')
  await page.keyboard.press('Enter')
  await things(page).answers.filter({ hasText: 'half an answer' }).waitFor()
  await tabTo(page, 'Stop')
  await page.keyboard.press('Enter')
  await page.getByText('You stopped this answer.').waitFor()

  await page.getByRole('searchbox').focus()
  await tabTo(page, 'Actions for Slugs')
  await page.keyboard.press('Enter')
  await focusIs(page, 'Rename')
  await page.keyboard.press('Enter')
  await page.getByRole('textbox', { name: 'Title' }).waitFor()
  await page.keyboard.type('Snails')
  await page.keyboard.press('Enter')
  await focusIs(page, 'Actions for Snails')

  await page.keyboard.press('Enter')
  await focusIs(page, 'Rename')
  await page.keyboard.press('End')
  await focusIs(page, 'Delete')
  await page.keyboard.press('Enter')
  await page.getByText('Your chats will be listed here.').waitFor()
  // The focused element depends on the order of rendering. The test accepts each of these elements.
  await page.waitForFunction(() => {
    const { activeElement } = document
    return ['Message', 'New chat'].includes(
      activeElement?.getAttribute('aria-label') ?? activeElement?.textContent ?? '',
    )
  })
})

test('a sidebar that is closed or opened by keyboard keeps the focus on its control [web.keyboard]', async (t) => {
  const { page } = await openNewChat(t)
  await page.getByRole('searchbox').focus()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Shift+Tab')
  assert.equal(await focused(page), 'Close sidebar')
  await page.keyboard.press('Enter')
  await focusIs(page, 'Open sidebar')
  await page.keyboard.press('Enter')
  await focusIs(page, 'Close sidebar')

  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'Open sidebar' }).focus()
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await focusIs(page, 'Open sidebar')
})

test('settings keep their place from tab to tab, and a refused form leads to its first fault [web.settings]', async (t) => {
  const { page } = await openNewChat(t)
  for (const [width, height] of [
    [1280, 800],
    [390, 560],
  ] as const) {
    await page.setViewportSize({ width, height })
    await follow(page, '/?settings=profile')
    const dialog = page.getByRole('dialog', { name: 'Settings' })
    const tabs = dialog.getByRole('tab')
    await tabs.first().waitFor()
    await page.evaluate(() => Promise.all(document.getAnimations().map(({ finished }) => finished)))
    const before = await dialog.boundingBox()
    assert.ok(before!.y >= 0 && before!.y + before!.height <= height, 'the dialog fits on the screen')
    for (const tab of await tabs.all()) {
      await tab.click()
      assert.deepEqual(await dialog.boundingBox(), before)
    }
    await dialog.getByRole('button', { name: 'Add provider' }).click()
    await dialog.getByRole('button', { name: 'Save' }).click()
    await page.waitForFunction(() => document.activeElement?.getAttribute('aria-invalid') === 'true')
    assert.ok(
      await dialog.getByRole('textbox', { name: 'Name' }).evaluate((name) => name === document.activeElement),
    )
  }
})

test('on a phone no field is so small that the browser enlarges the page [web.phone]', async (t) => {
  const { url, ann } = await sharedChat()
  const { page, browser } = await openPage(t)
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(url)
  const sizes = () =>
    page
      .locator('input:visible, textarea:visible')
      .evaluateAll((fields) => fields.map((field) => parseFloat(getComputedStyle(field).fontSize)))
  await page.getByRole('button', { name: 'Sign up' }).click()
  await page.getByLabel('Name').waitFor()
  assert.deepEqual(await sizes(), [16, 16, 16])
  await signIn(browser, ann)
  await page.goto(url)
  await page.getByRole('button', { name: 'Open sidebar' }).click()
  await page.getByRole('searchbox').waitFor()
  assert.deepEqual(await sizes(), [16, 16])
})
