import assert from 'node:assert/strict'
import { test } from 'node:test'
import { says } from '../chatapp/recording-agent.ts'
import { allFindings } from '../support/accessibility.ts'
import { openNewChat, things } from './started-page.ts'

test('an answer is asked for again, shorter or otherwise; the wish goes to the agent and is no message [web.revise]', async (t) => {
  const { page, agent, completions } = await openNewChat(t)
  const chat = things(page)
  agent.script(says('A long answer about ferns.'), says('Ferns.'), says('Ein Farn.'))
  await chat.send('Tell me about ferns')
  await chat.regenerate.waitFor()
  const more = page.getByRole('button', { name: 'More', exact: true })
  await more.click()
  await page.getByRole('menuitem', { name: 'Answer shorter' }).click()
  await page.getByRole('group', { name: 'Version 2 of 2' }).waitFor()
  await chat.answers.getByText('Ferns.', { exact: true }).waitFor()
  const sent = completions()[1]!.body.messages.map(({ role, content }) => [role, content])
  assert.deepEqual(sent.slice(0, 2), [
    ['user', 'Tell me about ferns'],
    ['assistant', 'A long answer about ferns.'],
  ])
  assert.match(String(sent[2]![1]), /much shorter/)
  assert.equal(sent.length, 3)

  await more.focus()
  await page.keyboard.press('Enter')
  await page.getByRole('menuitem', { name: 'Answer differently…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Answer differently' })
  await dialog.getByLabel('What should be different?').fill('In German')
  assert.deepEqual(await allFindings(page), [])
  await dialog.getByRole('button', { name: 'Regenerate' }).click()
  await page.getByText('Ein Farn.').waitFor()
  assert.match(String(completions()[2]!.body.messages.at(-1)!.content), /In German$/)
  await page.reload()
  await page.getByText('Ein Farn.').waitFor()
  assert.equal(await chat.questions.count(), 1)
  assert.equal(await page.getByText('In German').count(), 0)
})

test('a person’s edit of an answer is another version, marked as edited, and the agent continues from it [web.edit-answer]', async (t) => {
  const { page, agent, completions } = await openNewChat(t)
  const chat = things(page)
  agent.script(says('Sow in March.'))
  await chat.send('When do I sow?')
  await chat.regenerate.waitFor()
  await page.getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Edit answer' }).click()
  const editor = page.getByRole('textbox', { name: 'Edit answer' })
  await editor.fill('Sow in **April**.')
  await page.getByRole('button', { name: 'Save' }).click()
  await chat.answers.getByText('April').waitFor()
  await page.getByText('edited by you').waitFor()
  await chat.send('Why?')
  await chat.answers.getByText('Hello there').waitFor()
  assert.deepEqual(
    completions()[1]!.body.messages.map(({ content }) => content),
    ['When do I sow?', 'Sow in **April**.', 'Why?'],
  )
  await page.reload()
  await chat.answers.first().getByText('edited by you').waitFor()
  await page.getByRole('button', { name: 'Previous version' }).click()
  await chat.answers.getByText('Sow in March.').waitFor()
  assert.equal(await page.getByText('edited by you').count(), 0)
})

test('a chat continues from a message in a new chat, which ends there [web.fork]', async (t) => {
  const { page, agent } = await openNewChat(t)
  const chat = things(page)
  agent.script(says('First answer.'), says('Second answer.'))
  await chat.send('First question')
  await chat.answers.getByText('First answer.').waitFor()
  await chat.send('Second question')
  await chat.answers.getByText('Second answer.').waitFor()
  const before = page.url()
  await chat.answers.first().hover()
  await chat.answers.first().getByRole('button', { name: 'More', exact: true }).click()
  await page.getByRole('menuitem', { name: 'Continue in a new chat from here' }).click()
  await page.getByRole('heading', { name: 'First question (fork)' }).waitFor()
  assert.notEqual(page.url(), before)
  await chat.answers.getByText('First answer.').waitFor()
  assert.equal(await page.getByText('Second').count(), 0)
  await chat.send('Another question')
  await chat.answers.getByText('Hello there').waitFor()
})

test('the details of an answer are its tokens, duration, cost and model, where they are known, also after a reload [web.answer-details]', async (t) => {
  const { page, agent } = await openNewChat(t)
  const chat = things(page)
  agent.script((answer) => {
    answer.text('Priced.')
    answer.finish('stop')
    answer.usage({ input: 1200, output: 300 })
    const facts = { model: 'openai/gpt-5.2', cost_micro_usd: 4100 }
    answer.raw(
      `data: ${JSON.stringify({ choices: [], svc: { type: 'timing', overhead_ms: 1, ...facts } })}\n\n`,
    )
    answer.done()
  })
  await chat.send('What does it cost?')
  await chat.regenerate.waitFor()
  await page.reload()
  const details = page.getByRole('button', { name: /^Details/ })
  await details.click()
  const popover = page.getByRole('dialog', { name: 'Details' })
  await popover.getByText('1,200 in, 300 out').waitFor()
  await popover.getByText('openai/gpt-5.2').waitFor()
  await popover.getByText('$0.0041').waitFor()
  await popover.getByText(/\d m?s$/).waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.keyboard.press('Escape')

  await chat.send('And without a price?')
  await chat.answers.getByText('Hello there').waitFor()
  await chat.regenerate.last().waitFor()
  await details.last().click()
  await popover.getByText('7 in, 3 out').waitFor()
  assert.equal(await popover.getByText('Cost').count(), 0)
  assert.equal(await popover.getByText('Model').count(), 0)
})
