import assert from 'node:assert/strict'
import { test } from 'node:test'
import { GARDEN, says } from '../chatapp/recording-agent.ts'
import { allFindings } from '../support/accessibility.ts'
import { openNewChat, things } from './started-page.ts'

test('the composer is in the middle of an empty chat and moves to the bottom with the first message, on a phone it is always at the bottom [web.start]', async (t) => {
  const { page, agent } = await openNewChat(t)
  const chat = things(page)
  const topOf = async () => Math.round((await chat.message.boundingBox())!.y)
  await chat.message.waitFor()
  const start = await topOf()
  assert.ok(start > 250 && start < 500, `in the middle of 800 px: ${start}`)
  const starters = (await page.getByRole('list', { name: 'Suggestions' }).boundingBox())!
  assert.ok(starters.y > start, 'below the composer')
  assert.deepEqual(await allFindings(page), [])
  await page.evaluate(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) {
        const { value, hadRecentInput } = entry as unknown as { value: number; hadRecentInput: boolean }
        if (!hadRecentInput) shifts.push(value)
      }
    }).observe({ type: 'layout-shift', buffered: false })
  })
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  agent.script(says('Moved.'))
  await chat.send('Move down')
  await chat.regenerate.waitFor()
  await page.waitForFunction(() => document.getAnimations().every(({ playState }) => playState !== 'running'))
  assert.ok((await topOf()) > 650, 'at the bottom')
  const shifts = await page.evaluate(() => (window as unknown as { shifts: number[] }).shifts)
  assert.ok(shifts.reduce((sum, value) => sum + value, 0) < 0.02, `shifts: ${shifts.join(' ')}`)

  await page.setViewportSize({ width: 640, height: 360 })
  await page.getByRole('button', { name: 'New chat' }).click()
  const name = page.getByRole('heading', { name: 'Garden helper' })
  await name.waitFor()
  const [nameBox, field] = [(await name.boundingBox())!, (await chat.message.boundingBox())!]
  assert.ok(nameBox.y > 48 && nameBox.y + nameBox.height <= field.y, 'zoomed: the name is above the composer')

  await page.setViewportSize({ width: 390, height: 700 })
  await page.getByRole('button', { name: 'New chat' }).click()
  await page.getByRole('heading', { name: 'Garden helper' }).waitFor()
  assert.ok((await topOf()) > 550, 'at the bottom of a phone')
  const above = (await page.getByRole('list', { name: 'Suggestions' }).boundingBox())!
  assert.ok(above.y + above.height <= (await topOf()), 'above the composer')
})

test('an agent has the same sign on the start page, in the list and at its answers [web.sign]', async (t) => {
  const { page, agent, url } = await openNewChat(t)
  t.after(() => agent.offer([GARDEN]))
  agent.offer([GARDEN, { ...GARDEN, id: 'beds', name: 'raised bed planner' }])
  await page.goto(`${url}/?agent=beds`)
  const signs = page.getByText('RB', { exact: true })
  await signs.nth(1).waitFor()
  await things(page).send('hello')
  await things(page).answers.getByText('RB', { exact: true }).waitFor()
  const colours = await signs.evaluateAll((all) => all.map((one) => getComputedStyle(one).backgroundColor))
  assert.equal(new Set(colours).size, 1, colours.join(' '))
  await things(page).answers.getByText('raised bed planner').waitFor()
  assert.deepEqual(await allFindings(page), [])
})
