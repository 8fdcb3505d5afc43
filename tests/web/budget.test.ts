import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, sharedChat, things } from './started-page.ts'

/** Maximum bytes of compressed script before a person can read and write. */
const MAX_SCRIPT_BYTES = 150_000

test('the first screen, and one with a chat, need little script [web.budget]', async (t) => {
  const { addAdministrator, agent } = await sharedChat()
  const person = await addAdministrator('Bea Budget')
  agent.script((answer) => {
    answer.text('# Ferns\n\nThey like **shade**, &eacute;&notit; and `moss`.')
    answer.finish('stop')
    answer.done()
  })
  const { page } = await openPage(t, person)
  await page.goto(person.url)
  await things(page).send('What do ferns like?')
  // The browser decodes character references, so the page needs less script.
  await things(page).answers.filter({ hasText: 'They like shade, é&notit; and moss.' }).waitFor()
  await page.waitForURL('**/c/*')
  for (const address of [person.url, page.url()]) {
    const { page: fresh } = await openPage(t, person)
    await fresh.goto(address)
    await fresh.getByRole('textbox', { name: 'Message' }).waitFor()
    await fresh.waitForLoadState('networkidle')
    const scripts = await fresh.evaluate(() => {
      // Code of dialogs loads after the mark `at-rest`.
      const [rest] = performance.getEntriesByName('at-rest')
      return performance
        .getEntriesByType('resource')
        .filter(({ startTime }) => startTime < (rest?.startTime ?? Infinity))
        .filter(({ name }) => new URL(name).pathname.startsWith('/assets/') && name.endsWith('.js'))
        .map((entry) => ({ name: entry.name, bytes: (entry as PerformanceResourceTiming).encodedBodySize }))
        .toSorted((a, b) => b.bytes - a.bytes)
    })
    assert.ok(scripts.length > 20 && scripts.every(({ bytes }) => bytes > 0), 'nothing comes from a cache')
    const sum = scripts.reduce((all, { bytes }) => all + bytes, 0)
    t.diagnostic(`${sum} bytes of script for ${new URL(address).pathname}`)
    const largest = scripts.slice(0, 12).map(({ name, bytes }) => `${bytes} ${name}`)
    assert.ok(sum <= MAX_SCRIPT_BYTES, `${sum} bytes for ${address}, most of it in ${largest.join(', ')}`)
  }
})
