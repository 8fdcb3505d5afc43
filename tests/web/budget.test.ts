import assert from 'node:assert/strict'
import { test } from 'node:test'
import { openPage, sharedChat, things } from './started-page.ts'

/** Limits for an empty cache. `script` counts compressed bytes, including dialogs that load in advance. */
const MAX = { requests: 15, script: 150_000 }

test('the first screen, and one with a chat, need few requests and little script [web.budget]', async (t) => {
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
  await things(page).answers.filter({ hasText: 'They like shade, é&notit; and moss.' }).waitFor()
  await page.waitForURL('**/c/*')
  for (const address of [person.url, page.url()]) {
    const { page: fresh } = await openPage(t, person)
    await fresh.goto(address)
    await fresh.getByRole('textbox', { name: 'Message' }).waitFor()
    await fresh.waitForLoadState('networkidle')
    // The code of dialogs loads after the mark. Its entry exists only when the download has ended.
    await fresh.waitForFunction(
      () =>
        performance.getEntriesByName('at-rest').length > 0 &&
        performance.getEntriesByType('resource').some(({ name }) => /\/overlays-[^/]+\.js$/.test(name)),
    )
    await fresh.waitForLoadState('networkidle')
    const { requests, scripts } = await fresh.evaluate(() => {
      const [rest] = performance.getEntriesByName('at-rest')
      const entries = performance.getEntriesByType('resource') as PerformanceResourceTiming[]
      return {
        requests: entries
          .filter(({ startTime }) => startTime < rest!.startTime)
          .map(({ name }) => new URL(name).pathname),
        scripts: entries
          .filter(({ name }) => name.endsWith('.js'))
          .map(({ name, encodedBodySize: bytes }) => ({ name, bytes })),
      }
    })
    assert.ok(requests.length <= MAX.requests, `${requests.length} requests: ${requests.join(', ')}`)
    const bytes = scripts.reduce((sum, script) => sum + script.bytes, 0)
    assert.ok(bytes > 50_000, 'nothing comes from a cache')
    const listed = scripts.map((script) => `${script.bytes} ${script.name}`).join(', ')
    t.diagnostic(`${requests.length} requests, ${bytes} bytes of script for ${address}`)
    assert.ok(bytes <= MAX.script, `${bytes} bytes of script for ${address}: ${listed}`)
  }
})
