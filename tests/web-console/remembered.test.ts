import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openConsole } from './console-page.ts'
import { seededConsole } from './started-console.ts'

const { hub, slug, bob } = await seededConsole()
const opened = await openConsole(hub.url, bob.token)
after(() => opened[Symbol.asyncDispose]())
const { page } = opened
const shoot = process.env['SHOTS']

const notes = async () => {
  const { items } = await bob.call('GET', `/portal/api/memory?hub=${slug}`)
  return items.map(({ text }: any) => text)
}

const send = async (text: string) => {
  const answers = page.getByRole('article', { name: 'Answer' })
  const before = await answers.count()
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(text)
  await box.press('Enter')
  await answers.nth(before).getByRole('button', { name: 'Copy' }).first().waitFor()
  return answers.nth(before)
}

const remember = (input: object) => send(`/tool remember ${JSON.stringify(input)}`)

test('an answer that saved a note shows the note, with an undo [web.memory]', async () => {
  await page.goto(hub.url)
  const answer = await remember({ action: 'save', text: 'Prefers tea to coffee' })
  await answer.getByText('Remembered:').waitFor()
  assert.match(await answer.innerText(), /Remembered: Prefers tea to coffee/)
  assert.deepEqual(await allFindings(page), [])
  if (shoot) await page.screenshot({ path: `${shoot}/saved.png` })
  await answer.getByRole('button', { name: 'Undo' }).click()
  await answer.getByText('Remembered:').waitFor({ state: 'detached' })
  assert.deepEqual(await notes(), [])
  await page.getByRole('region', { name: /F8/ }).getByRole('button', { name: 'Undo' }).click()
  await answer.getByText('Remembered:').waitFor()
  assert.deepEqual(await notes(), ['Prefers tea to coffee'])
})

test('the details of an answer list the notes that it used, and forget one for all later answers [web.memory]', async () => {
  await remember({ action: 'save', text: 'Lives in Bremen' })
  const answer = await send('Hello again')
  await answer.getByRole('button', { name: /Details/ }).click()
  const details = page.getByRole('region', { name: 'Remembered' })
  await details.getByText('Lives in Bremen').waitFor()
  await details.getByText('Prefers tea to coffee').waitFor()
  assert.deepEqual(await allFindings(page), [])
  if (shoot) await page.screenshot({ path: `${shoot}/details.png` })
  await details.getByRole('button', { name: 'Forget this: “Lives in Bremen”' }).click()
  await details.getByText('Lives in Bremen').waitFor({ state: 'detached' })
  assert.deepEqual(await notes(), ['Prefers tea to coffee'])
  await page.keyboard.press('Escape')
  const later = await send('And now?')
  await later.getByRole('button', { name: /Details/ }).click()
  await details.getByText('Prefers tea to coffee').waitFor()
  assert.equal(await details.getByText('Lives in Bremen').count(), 0)
  // The link opens the note for editing, and the note names the chat.
  await details.getByRole('link', { name: 'Edit “Prefers tea to coffee”' }).click()
  await page.getByRole('textbox', { name: 'Note' }).waitFor()
  if (shoot) await page.screenshot({ path: `${shoot}/edit.png` })
  await page.getByRole('button', { name: 'Cancel' }).click()
  if (shoot) await page.screenshot({ path: `${shoot}/memory-chat.png` })
  const source = page.getByRole('main').getByRole('link').first()
  assert.match((await source.getAttribute('href'))!, /^\/c\//)
  await bob.call('DELETE', `/api/v1/chats/${(await source.getAttribute('href'))!.slice(3)}`)
  await page.reload()
  if (shoot) await page.screenshot({ path: `${shoot}/gone.png` })
  await page.getByText('From a chat').waitFor()
})

test('a copy of a chat has no uses of notes [web.memory]', async () => {
  await page.goto(hub.url)
  const answer = await send('Hello for a copy')
  await answer.getByRole('button', { name: /Details/ }).click()
  await page.getByRole('region', { name: 'Remembered' }).waitFor()
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const factsOf = ({ chat }: any) =>
    Object.values<any>(chat.history.messages).map(({ facts }) => facts?.notes?.length)
  assert.ok(factsOf(await bob.call('GET', `/api/v1/chats/${id}`)).includes(1))
  const copy = await bob.call('POST', `/api/v1/chats/${id}/clone`, {})
  assert.ok(!factsOf(copy).includes(1))
})
