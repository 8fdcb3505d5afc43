import assert from 'node:assert/strict'
import { test } from 'node:test'
import { allFindings } from '../support/accessibility.ts'
import { openPage, sharedChat, things } from './started-page.ts'

/** q1 → a1 → q2 → a2; beside a1 a second answer, a1b. */
const messages = {
  q1: { role: 'user', content: 'What grows in shade?' },
  a1: { role: 'assistant', parentId: 'q1', content: 'Ferns.' },
  q2: { role: 'user', parentId: 'a1', content: 'And in May?' },
  a2: { role: 'assistant', parentId: 'q2', content: 'Lily of the valley.' },
  a1b: { role: 'assistant', parentId: 'q1', content: 'Moss, **much** of it.\n\n`rake` helps.' },
}

test('all branches of a chat are seen as a tree, from which one is shown [web.branches]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const ned = await addAdministrator('Ned Branch')
  const chat = { title: 'Shade', models: ['garden'], history: { currentId: 'a1b', messages } }
  const { id } = (await ned.post('/api/v1/chats/new', { chat })).json
  const { page, browser } = await openPage(t, ned)
  await page.goto(`${ned.url}/c/${id}`)
  await page.getByRole('article', { name: 'Answer' }).getByText('Moss').waitFor()
  const open = () => page.getByRole('button', { name: 'Branches of this chat' }).first().click()
  await open()
  const dialog = page.getByRole('dialog', { name: 'Branches of this chat' })
  const inTree = dialog.getByRole('listitem').getByRole('button')
  await inTree.first().waitFor()
  assert.deepEqual(await inTree.evaluateAll((all) => all.map((one) => one.getAttribute('aria-current'))), [
    'true',
    null,
    'true',
  ])
  assert.match(await inTree.nth(1).innerText(), /^Ferns\.\n+Answer · 3 messages · /)
  assert.deepEqual(await allFindings(page), [])

  await page.route('**/branches', (route) => route.fulfill({ status: 500, json: { detail: 'Not now.' } }))
  await page.keyboard.press('Escape')
  await open()
  await dialog.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/branches')
  await dialog.getByRole('button', { name: 'Try again' }).click()
  await inTree.nth(1).focus()
  await page.keyboard.press('Enter')
  await page.getByText('Lily of the valley.').waitFor()
  await dialog.waitFor({ state: 'detached' })
  await page.reload()
  await page.getByText('Lily of the valley.').waitFor()
  assert.equal(browser.complaints.filter((one) => !/branches/.test(one)).length, 0)
})

const VOICE_AND_EAR = () => {
  const output: string[] = []
  const utterances: EventTarget[] = []
  class Utterance extends EventTarget {
    lang = ''
    text: string
    constructor(text: string) {
      super()
      this.text = text
    }
  }
  const speak = (utterance: Utterance) => {
    output.push(`${utterance.lang} ${utterance.text}`)
    utterances.push(utterance)
  }
  class Ear extends EventTarget {
    static heard: Ear[] = []
    start() {
      Ear.heard.push(this)
    }
    stop() {
      this.dispatchEvent(new Event('end'))
    }
    abort() {
      this.dispatchEvent(new Event('end'))
    }
    hear(...texts: string[]) {
      const results = texts.map((transcript) => [{ transcript }])
      this.dispatchEvent(Object.assign(new Event('result'), { results }))
    }
  }
  const cancel = () => void output.push('silence')
  Object.defineProperty(globalThis, 'speechSynthesis', { value: { speak, cancel }, configurable: true })
  Object.assign(globalThis, { SpeechSynthesisUtterance: Utterance, SpeechRecognition: Ear })
  Object.assign(globalThis, { said: output, utterances, Ear })
}

test('an answer is read aloud, and a message is dictated where the browser can [web.aloud] [web.dictation]', async (t) => {
  const { addAdministrator } = await sharedChat()
  const nan = await addAdministrator('Nan Voice')
  const chat = { title: 'Shade', models: ['garden'], history: { currentId: 'a1b', messages } }
  const { id } = (await nan.post('/api/v1/chats/new', { chat })).json
  const { browser } = await openPage(t, nan)
  const page = await browser.newPage()
  await page.addInitScript(VOICE_AND_EAR)
  await page.goto(`${nan.url}/c/${id}`)
  const read = page.getByRole('button', { name: 'Read aloud' })
  await read.click()
  const stop = page.getByRole('button', { name: 'Stop reading' })
  await stop.waitFor()
  const output = () => page.evaluate(() => (globalThis as any).said.splice(0) as string[])
  assert.deepEqual(await output(), ['en-US Moss, much of it.', 'en-US rake helps.'])
  await stop.click()
  await read.waitFor()
  assert.deepEqual(await output(), ['silence'])
  await read.click()
  await stop.waitFor()
  await page.evaluate(() => (globalThis as any).utterances.at(-1).dispatchEvent(new Event('end')))
  await read.waitFor()

  const { message } = things(page)
  await message.fill('Please:')
  await page.getByRole('button', { name: 'Dictate' }).click()
  const hear = (...texts: string[]) =>
    page.evaluate((texts) => (globalThis as any).Ear.heard.at(-1).hear(...texts), texts)
  await page.getByRole('button', { name: 'Stop dictating' }).waitFor()
  await hear('what')
  await hear('what grows', ' in May')
  assert.equal(await message.inputValue(), 'Please: what grows in May')
  await message.press('Enter')
  await page.getByRole('button', { name: 'Dictate' }).waitFor()
  assert.equal(await message.inputValue(), '', 'what was sent does not come back')

  await page.getByRole('button', { name: 'Dictate' }).click()
  await page.evaluate(() =>
    (globalThis as any).Ear.heard
      .at(-1)
      .dispatchEvent(Object.assign(new Event('error'), { error: 'not-allowed' })),
  )
  await page.getByText('The browser doesn’t let this page use the microphone').first().waitFor()
  assert.deepEqual(browser.complaints, [])
})
