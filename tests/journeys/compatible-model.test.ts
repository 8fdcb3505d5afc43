import assert from 'node:assert/strict'
import test from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { runHub } from '../support/running-hub.ts'
import { calls, says, startUpstream } from '../support/upstream.ts'
import { chatPage, showsText } from './chat-page.ts'

const ann = { name: 'Ann Lee', email: 'ann@example.com', password: 'correct horse battery' }

test('a model behind an OpenAI-compatible server drives the whole chain [journey.compatible-model]', async (t) => {
  await using upstream = await startUpstream()
  await using hub = await runHub({
    environment: {
      SVC_MODEL: 'compatible/fern-7b',
      SVC_MODEL_BASE_URL: upstream.url,
      SVC_MODEL_API_KEY: 'sk-upstream',
    },
  })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const chat = chatPage(page)
  await chat.signUp(hub.url, ann)

  await t.test('reasoning and slow chunks show as they come', async () => {
    const gate = Promise.withResolvers<void>()
    upstream.script(async (answer) => {
      answer.reasoning('The person greets me.')
      answer.text('Good ')
      await gate.promise
      answer.text('morning.')
      answer.finish('stop')
      answer.usage({ input: 9, output: 2 })
      answer.done()
    })
    const answer = await chat.send('Hello')
    await showsText(answer, 'Good')
    assert.doesNotMatch(await answer.innerText(), /morning/)
    gate.resolve()
    await showsText(answer, 'Good morning.')
    await chat.settled()
    assert.equal(upstream.requests.at(-1)!.headers.authorization, 'Bearer sk-upstream')
    assert.equal(upstream.requests.at(-1)!.body.model, 'fern-7b')
  })

  await t.test('a tool call runs and its result goes back to the model', async () => {
    upstream.script(
      calls({ name: 'save_file', input: { filename: 'plan.md', content: '# Plan' } }),
      (answer, request) => {
        const result = String(request.body.messages!.findLast((message) => message.role === 'tool')!.content)
        return says(`Here it is: ${result}`)(answer, request)
      },
    )
    await chat.ask('Save a plan')
    const link = chat
      .lastAnswer()
      .getByRole('link', { name: /plan\.md/ })
      .first() // the link in the text; the file is also listed below
    const opened = await page.request.get(new URL((await link.getAttribute('href'))!, hub.url).href)
    assert.equal(await opened.text(), '# Plan')
  })

  await t.test('a picture reaches the model as a picture', async () => {
    upstream.script(says('A green leaf.'))
    await page
      .locator('input[type=file]')
      .setInputFiles([{ name: 'leaf.png', mimeType: 'image/png', buffer: PIXEL }])
    await chat.ask('What is this?')
    const content = upstream.requests.at(-1)!.body.messages!.at(-1)!.content as { type: string }[]
    assert.ok(
      content.some((part) => part.type === 'image_url'),
      JSON.stringify(content).slice(0, 300),
    )
  })

  await t.test('an error before the first byte has a message, and the next message works', async () => {
    upstream.otherwise((answer) => answer.status(401, { error: { message: 'bad key sk-upstream' } }))
    const failed = await chat.send('Hello?')
    await showsText(failed, 'SVC_MODEL_API_KEY')
    assert.doesNotMatch(await failed.innerText(), /sk-upstream/, 'no key on the page')
    upstream.otherwise(says('Back again.'))
    assert.match(await chat.ask('And now?'), /Back again\./)
  })

  await t.test('an error after content keeps the content', async () => {
    upstream.script((answer) => {
      answer.text('I was about to say')
      answer.error('the model ran out of memory')
    })
    const cut = await chat.send('Tell me')
    await showsText(cut, 'I was about to say')
    await showsText(cut, 'memory')
  })

  await t.test('stopping closes the connection to the model', async () => {
    const left = Promise.withResolvers<void>()
    upstream.script(async (answer) => {
      answer.text('Going on and on')
      await answer.closed
      left.resolve()
    })
    const answer = await chat.send('Talk')
    await showsText(answer, 'Going on and on')
    await chat.stop.click()
    await left.promise
    await chat.settled()
  })

  await t.test('a chat that begins with a long message gets the model’s name for it', async () => {
    upstream.otherwise((answer, request) =>
      says(
        /You name conversations/.test(JSON.stringify(request.body.messages![0]))
          ? 'Food from a shady balcony'
          : 'Try beans.',
      )(answer, request),
    )
    await page.getByRole('link', { name: 'New chat' }).click()
    await chat.ask(
      'I have a balcony that faces north, and four pots, and would like to grow what one can eat.',
    )
    await page.getByRole('link', { name: 'Food from a shady balcony' }).waitFor()
    await page.getByRole('heading', { name: 'Food from a shady balcony' }).waitFor()
  })

  assert.deepEqual(browser.complaints, [])
})

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
