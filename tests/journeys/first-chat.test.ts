import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test, { type TestContext } from 'node:test'
import { program } from '../support/mcp-hub.ts'
import { openBrowser } from '../support/browser.ts'
import { signUp } from '../support/console-person.ts'
import { runHub, type RunningHub } from '../support/running-hub.ts'
import { until } from '../support/until.ts'
import { chatPage, showsText } from './chat-page.ts'

const ann = { name: 'Ann Lee', email: 'ann@example.com', password: 'correct horse battery' }

const PIXEL = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)

test('a person’s first visit, from sign-up to coming back, through the edge [journey.first-chat]', async (t) => {
  await using hub = await runHub({ processes: 'usual' })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const chat = chatPage(page)
  const mcpServers = { desk: program('asking-stdio') }
  await writeFile(join(hub.folder, 'mcp.json'), JSON.stringify({ mcpServers }))

  await t.test('signs up and sees the demo agent with its starters', async () => {
    await chat.signUp(hub.url, ann)
    await page.getByRole('heading', { name: 'Demo' }).waitFor()
    const starters = page.getByRole('list', { name: 'Suggestions' }).getByRole('button')
    for (const starter of await starters.allInnerTexts())
      assert.match(starter, /^[A-Z][^/{}]+$/, 'a starter is what a person would ask')
  })

  await t.test('sends a message and watches the answer stream', async () => {
    const answer = await chat.send('/say first words\n/wait 2000\n/say last words')
    await showsText(answer, 'first words')
    assert.doesNotMatch(await answer.innerText(), /last words/, 'the answer was not shown as it came')
    assert.ok(await chat.stop.isVisible(), 'a running answer can be stopped')
    await showsText(answer, 'last words')
    await chat.settled()
  })

  await t.test('opens a file that a tool saved', async () => {
    await chat.ask('/tool save_file {"filename":"report.txt","content":"All is well in the garden."}')
    const link = chat
      .lastAnswer()
      .getByRole('link', { name: /report\.txt/ })
      .first() // the link in the text; the file is also listed below
    const opened = await page.request.get(new URL((await link.getAttribute('href'))!, hub.url).href)
    assert.equal(opened.status(), 200)
    assert.equal(await opened.text(), 'All is well in the garden.')
    assert.match(opened.headers()['content-security-policy'] ?? '', /default-src 'none'/)
  })

  await t.test('attaches a picture and a text file that the agent’s tools can read', async () => {
    await page.locator('input[type=file]').setInputFiles([
      { name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('Water the ferns on Monday.') },
      { name: 'leaf.png', mimeType: 'image/png', buffer: PIXEL },
    ])
    const read = await chat.ask(
      '/tool read_file {"path":"chat/notes.txt"}\n/tool read_file {"path":"chat/leaf.png"}',
    )
    assert.match(read, /Water the ferns on Monday\./)
    assert.match(read, /image\/png/)
  })

  await t.test('stops a running answer, which keeps its text', async () => {
    const answer = await chat.send('/say kept\n/wait 60000\n/say never')
    await showsText(answer, 'kept')
    await chat.stop.click()
    await chat.settled()
    assert.match(await answer.innerText(), /stopped/i)
    assert.doesNotMatch(await answer.innerText(), /never/)
  })

  await t.test('reloads during an answer and sees it still running, and its end', async () => {
    const answer = await chat.send('/say before the reload\n/wait 4000\n/say after the reload')
    await showsText(answer, 'before the reload')
    await page.reload()
    await showsText(chat.lastAnswer(), 'before the reload')
    assert.ok(await chat.stop.isVisible(), 'the turn is shown as running after a reload')
    await showsText(chat.lastAnswer(), 'after the reload')
    await chat.settled()
  })

  await t.test('signs out and in again, and the chat is there', async () => {
    const address = page.url()
    await chat.signOut()
    await chat.signIn(ann)
    await page.goto(address)
    await showsText(chat.lastAnswer(), 'after the reload')
    assert.equal(await chat.answers.count(), 5)
  })

  await t.test(
    'answers a question of an outside MCP server in a card, with the error at the field',
    async () => {
      await page.goto(hub.url)
      const answer = await chat.send('/tool desk__book {}')
      const card = answer.getByRole('form', { name: 'desk asks' })
      await showsText(card, 'Which table do you want?')
      const guests = card.getByLabel('Guests')
      assert.equal(await guests.inputValue(), '2')
      await guests.fill('9')
      await card.getByLabel('E-mail').fill('ann@example.com')
      await card.getByLabel('A seat at the window').check()
      await card.getByLabel('Day').selectOption('Saturday')
      await card.getByRole('button', { name: 'Answer' }).click()
      await showsText(card, 'Enter at most 8.')
      await page.waitForFunction(() => document.activeElement?.getAttribute('name') === 'guests')
      await page.reload()
      await guests.waitFor()
      await card.getByLabel('E-mail').fill('ann@example.com')
      await guests.fill('3')
      await guests.press('Enter')
      await card.waitFor({ state: 'hidden' })
      await chat.settled()
      const output = await answer.innerText()
      assert.match(output, /"email":"ann@example.com","guests":3/)
      assert.match(output, /You answered desk/)
      assert.doesNotMatch(output, /Which table/)
    },
  )

  await t.test('declines to open an address, after showing its host', async () => {
    await page.goto(hub.url)
    const answer = await chat.send('/tool desk__visit {}')
    const card = answer.getByRole('form', { name: 'desk asks' })
    const link = card.getByRole('link', { name: 'Open example.com' })
    assert.equal(await link.getAttribute('href'), 'https://example.com/sign-in?a=1')
    await card.getByRole('button', { name: 'Decline' }).click()
    await card.waitFor({ state: 'hidden' })
    await chat.settled()
    assert.match(await answer.innerText(), /"action":"decline"/)
  })

  assert.deepEqual(browser.complaints, [], 'the page threw errors')
})

test('for any killed child, it restarts and the chat continues [journey.killed-child]', async (t) => {
  await using hub = await runHub({ processes: 'usual' })
  await using browser = await openBrowser()
  const chat = chatPage(await browser.newPage())
  await chat.signUp(hub.url, ann)
  assert.match(await chat.ask('/say before'), /before/)

  const children = hub.children()
  assert.equal(children.length, 2, 'the compact layout has two processes beside the supervisor')
  for (const { pid, command } of children)
    await t.test(`killing ${command.replace(/.*host\.\w+ /, '')}`, async () => {
      process.kill(pid, 'SIGKILL')
      await untilAnswering(`${hub.url}/health`)
      await untilAnswering(`${hub.bridge}/healthz`)
      assert.match(await chat.ask(`/say after ${pid}`), new RegExp(`after ${pid}`))
    })
})

test('SIGTERM lets a running answer end before the Hub stops [journey.graceful-stop]', async () => {
  await using hub = await runHub({ processes: 'usual' })
  const answer = await asking(hub, '/say begun\n/wait 1500\n/say ended')
  const stopped = hub.stop()
  assert.match(await answer.text(), /ended[^]*\[DONE\]/)
  assert.equal(await stopped, 0)
})

for (const processes of ['split', 'single'] as const)
  test(`the chain answers the same way with SVC_PROCESSES=${processes} [journey.processes]`, async (t: TestContext) => {
    await using hub = await runHub({ processes })
    const answer = await (await asking(hub, '/say greenhouse\n/tool list_files {}')).text()
    assert.match(answer, /greenhouse[^]*\[DONE\]/)
    t.diagnostic(`ready after ${Math.round(hub.msToReady)} ms`)
    assert.equal(hub.children().length, processes === 'split' ? 3 : 0)
  })

test('without an edge the web chat binds the public port and no bridge path is reachable [journey.disable-edge]', async () => {
  await using hub = await runHub({ environment: { SVC_DISABLE_EDGE: '1' } })
  assert.equal(hub.ready.edge, null)
  assert.match(await (await asking(hub, '/say unfenced')).text(), /unfenced/)
  for (const path of ['/artifacts/a/b.txt', '/portal/', '/v1/models', '/healthz']) {
    const answer = await fetch(hub.url + path)
    assert.doesNotMatch(await answer.text(), /"agent"|chat\.completion|invalid signature/, path)
  }
})

async function asking(hub: RunningHub, prompt: string): Promise<Response> {
  const { token } = await signUp(hub.url, ann)
  const response = await fetch(`${hub.url}/api/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({
      model: hub.ready.hubs[0]!.slug,
      stream: true,
      messages: [{ role: 'user', content: prompt }],
    }),
  })
  assert.equal(response.status, 200)
  return response
}

async function untilAnswering(url: string): Promise<void> {
  const answers = () =>
    fetch(url).then(
      (response) => response.ok,
      () => false,
    )
  await until(answers)
}
