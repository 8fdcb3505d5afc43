import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { LOOKS, lookedOver, type Look } from '../support/accessibility.ts'
import { follow } from '../web-console/console-page.ts'
import { openPage, sharedChat, things } from './started-page.ts'

/** A small phone, and a desktop with 200 % zoom. */
const SMALL: readonly Look[] = [
  { width: 320, colorScheme: 'light', rules: 'layout' },
  { width: 640, colorScheme: 'light', rules: 'layout' },
]
const ALL_LOOKS = [...LOOKS, ...SMALL]

const PAGES: readonly (readonly [path: string, shown: string])[] = [
  ['/', 'Garden helper'],
  ['/?agent=none', 'You don’t have access to this agent'],
  ['/c/none', 'No such chat'],
  ['/search?q=ferns', 'All chats'],
  ['/search?q=nothing-at-all', 'All chats'],
  ['/archived', 'Archived chats'],
  ['/shared', 'Shared with me'],
  ['/s/none', 'You don’t have access to this chat'],
  ['/nowhere', 'Page not found'],
]
const SETTINGS = ['profile', 'password', 'connections', 'appearance', 'data', 'integrations']

const wrong = lookedOver(ALL_LOOKS, async (lookAt) => {
  const { addAdministrator, agent } = await sharedChat()
  const person = await addAdministrator('Wanda Walker')
  agent.script((answer) => {
    answer.text('# Ferns\n\n| What | How much |\n|---|---|\n| shade | much |\n\n```sh\nwater --often\n```\n')
    answer.finish('stop')
    answer.done()
  })
  const opened = await openPage({ after: (end) => ends.push(end) }, person)
  const { page } = opened
  await page.goto(`${person.url}/auth?redirect=%2Fnowhere`)
  await heading(page, 'Page not found')
  await follow(page, '/')
  await heading(page, 'Garden helper')
  await things(page).send('What do ferns like?')
  await things(page).answers.getByText('water --often').waitFor()
  await page.waitForURL('**/c/*')
  await lookAt(page, 'a chat')
  for (const [path, shown] of PAGES) {
    await follow(page, path)
    await heading(page, shown)
    await lookAt(page, path)
  }
  for (const tab of SETTINGS) {
    await follow(page, `/?settings=${tab}`)
    await page.getByRole('dialog').getByRole('tab', { selected: true }).waitFor()
    await lookAt(page, tab)
  }
  await opened.browser.context.clearCookies()
  await page.goto(`${person.url}/auth`)
  await page.getByRole('button', { name: 'Sign in' }).waitFor()
  await lookAt(page, 'signing in')
})
const ends: (() => unknown)[] = []

const heading = (page: Page, name: string) => page.getByRole('heading', { name }).first().waitFor()

/** The first test that runs visits the pages in all window sizes, which is slow. */
const LONG = { timeout: 180_000 }
for (const look of ALL_LOOKS)
  test(
    `no page of the web chat has a finding of any weight, ${look.width} px wide and ${look.colorScheme} [web.axe]`,
    LONG,
    async () => assert.deepEqual(await wrong(look), []),
  )

test.after(() => Promise.all(ends.map((end) => end())))
