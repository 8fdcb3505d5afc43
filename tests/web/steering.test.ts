import assert from 'node:assert/strict'
import { test } from 'node:test'
import { says, type RecordingAgent } from '../chatapp/recording-agent.ts'
import { openNewChat, things } from './started-page.ts'

function answersSlowly(agent: RecordingAgent): () => void {
  const ending = Promise.withResolvers<void>()
  agent.script(async (answer) => {
    answer.text('half an answer')
    await ending.promise
    answer.finish('stop')
    answer.done()
  })
  return ending.resolve
}

test('a message sent while an answer runs waits for its end, survives a reload, and can be edited, removed or sent at once [web.steering]', async (t) => {
  const { page, agent, completions } = await openNewChat(t)
  const chat = things(page)
  const waiting = page.getByRole('list', { name: 'Messages to send after the answer' })
  const lastAsked = () => completions().at(-1)!.body.messages.at(-1)!.content
  const slow = () => answersSlowly(agent)
  const begun = chat.answers.filter({ hasText: 'half an answer' })

  const endFirst = slow()
  await chat.send('First')
  await chat.answers.filter({ hasText: 'half an answer' }).waitFor()
  await chat.send('Second')
  await chat.send('Thirrd')
  await waiting.getByText('Second').waitFor()
  assert.equal(await waiting.getByRole('listitem').count(), 2)
  await waiting.getByRole('button', { name: 'Edit this message' }).last().click()
  await chat.message.fill('Third')
  await page.keyboard.press('Enter')
  await chat.send('Nonsense')
  await waiting
    .getByRole('listitem')
    .filter({ hasText: 'Nonsense' })
    .getByRole('button', { name: 'Remove' })
    .click()
  await page.reload()
  await waiting.getByText('Second').waitFor()
  assert.equal(completions().length, 1)

  const endSecond = slow()
  endFirst()
  await chat.questions.filter({ hasText: 'Second' }).waitFor()
  await waiting.getByText('Third').waitFor()
  await begun.nth(1).waitFor() // the page shows the question before the agent receives it
  assert.equal(lastAsked(), 'Second')
  await chat.message.fill('At once')
  await page.getByText('Ctrl+Enter stops the answer and sends the message now.').waitFor()
  const endUrgent = slow()
  await page.keyboard.press('Control+Enter')
  await chat.questions.filter({ hasText: 'At once' }).waitFor()
  await page.getByText('You stopped this answer.').waitFor()
  endSecond()

  await waiting.getByText('Third').waitFor()
  await begun.nth(2).waitFor()
  await chat.stop.click()
  await page.getByText('You stopped this answer.').nth(1).waitFor()
  endUrgent()
  assert.equal(lastAsked(), 'At once')
  agent.script(says('the third answer'))
  await waiting.getByRole('button', { name: 'Send' }).click()
  await chat.answers.filter({ hasText: 'the third answer' }).waitFor()
  assert.equal(await waiting.count(), 0)
  assert.deepEqual(
    completions().map(({ body }) => body.messages.at(-1)!.content),
    ['First', 'Second', 'At once', 'Third'],
  )
})

test('an answer that ends in a hidden tab changes the title, and sends a notification if permitted [web.answer-ready]', async (t) => {
  const { page, agent, browser, url, ann } = await openNewChat(t)
  await browser.context.grantPermissions(['notifications'], { origin: url })
  await page.evaluate((key) => {
    localStorage.setItem(key, 'on')
    const reported: string[] = []
    Object.assign(window, {
      told: reported,
      Notification: Object.assign(
        class extends EventTarget {
          constructor(title: string) {
            super()
            reported.push(title)
          }
        },
        { permission: 'granted' },
      ),
    })
  }, `account ${ann.id} notices`)
  const chat = things(page)
  const end = answersSlowly(agent)
  await chat.send('Slow one')
  await chat.answers.filter({ hasText: 'half an answer' }).waitFor()
  const show = (hidden: boolean) =>
    page.evaluate((hidden) => {
      Object.defineProperty(document, 'hidden', { configurable: true, get: () => hidden })
      document.dispatchEvent(new Event('visibilitychange'))
    }, hidden)
  await show(true)
  end()
  await page.waitForFunction(() => document.title.startsWith('Answer ready · Slow one'))
  assert.deepEqual(await page.evaluate(() => (window as unknown as { told: string[] }).told), ['Slow one'])
  await show(false)
  await page.waitForFunction(() => document.title.startsWith('Slow one'))
  await chat.regenerate.waitFor()
  await page.evaluate(() => Reflect.deleteProperty(document, 'hidden'))
})
