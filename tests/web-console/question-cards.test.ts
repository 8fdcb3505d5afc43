import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openConsole } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, bob } = await seededConsole()
const opened = await openConsole(hub.url, bob.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened

const card = page.getByRole('list', { name: 'Changes to decide on' }).getByRole('listitem').last()
const decisions = page.getByRole('article', { name: 'Your decision' })
const answers = page.getByRole('article', { name: 'Answer' })
const box = page.getByRole('textbox', { name: 'Message' })

async function askFor(input: object): Promise<void> {
  await page.goto(hub.url)
  await box.fill(`/tool ask_person ${JSON.stringify(input)}\n/say Understood.`)
  await box.press('Enter')
  await page.waitForURL(/\/c\//)
  await card.getByText('Waiting for your answer').waitFor()
}

test('a choice is one click, by the keyboard too, and the answer is shown after it [web.question-card]', async () => {
  await askFor({ question: 'Which day?', choices: ['Monday', 'Friday'] })
  assert.equal(await page.getByText('The model returned an empty answer.').count(), 0)
  assert.deepEqual(await allFindings(page), [])
  await card.getByRole('group', { name: 'Your answer' }).getByRole('button', { name: 'Friday' }).focus()
  await page.keyboard.press('Enter')
  await card.getByText('You answered').waitFor()
  assert.equal(await card.evaluate((element) => element.contains(document.activeElement)), true)
  await decisions.getByText('You answered: Which day?').waitFor()
  await answers.nth(1).getByText('Understood.').waitFor()
  await page.getByRole('button', { name: /Asked you a question.*answered/ }).waitFor()
  await page.reload()
  await decisions.getByText('Friday').waitFor()
  assert.deepEqual(await allFindings(page), [])
})

test('a form names its invalid fields and keeps what was entered [web.question-card]', async () => {
  const properties = {
    name: { type: 'string', title: 'Plant', minLength: 2 },
    count: { type: 'integer', title: 'Number', minimum: 1 },
  }
  await askFor({ question: 'What?', form: { type: 'object', properties, required: ['name', 'count'] } })
  await card.getByRole('textbox', { name: 'Plant' }).fill('basil')
  await card.getByRole('textbox', { name: 'Number' }).fill('0')
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  await card.getByText('Enter at least 1.').waitFor()
  assert.equal(await card.getByRole('textbox', { name: 'Plant' }).inputValue(), 'basil')
  assert.deepEqual(await allFindings(page), [])
  await card.getByRole('textbox', { name: 'Number' }).fill('2')
  await card.getByRole('button', { name: 'Answer', exact: true }).click()
  await card.getByText('Number: 2').waitFor()
  await answers.nth(1).getByText('Understood.').waitFor()
})

test('a question is answered in the Console, or declined, and the chat shows it [web.question-card]', async () => {
  await askFor({ question: 'What should the letter say?' })
  const chat = page.url()
  await page.goto(`${hub.url}/portal/change-requests`)
  await page.getByRole('link', { name: 'What should the letter say?' }).first().click()
  await page.getByRole('textbox', { name: 'Your answer' }).fill('Hello')
  await page.getByRole('button', { name: 'Answer', exact: true }).click()
  await page.getByText('You answered').waitFor()
  assert.deepEqual(await allFindings(page), [])
  await page.goto(chat)
  await decisions.getByText('Hello').waitFor()
  await askFor({ question: 'Your age?' })
  await card.getByRole('button', { name: 'Don’t answer' }).click()
  await card.getByText('You declined to answer').waitFor()
  await decisions.getByText('You declined to answer: Your age?').waitFor()
})

test('the next message answers a question for text, and the card shows it [web.question-card]', async () => {
  await askFor({ question: 'Which colour?' })
  await box.fill('Blue')
  await box.press('Enter')
  await answers.nth(1).waitFor()
  const first = page.getByRole('list', { name: 'Changes to decide on' }).first()
  await first.getByText('You answered').waitFor()
  await first.getByText('Blue').waitFor()
  assert.equal(await decisions.count(), 0)
})
