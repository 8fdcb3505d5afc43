import assert from 'node:assert/strict'
import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import test from 'node:test'
import { openBrowser } from '../support/browser.ts'
import { hub as runCommand } from '../support/hub-command.ts'
import { runHub } from '../support/running-hub.ts'
import { says, startUpstream } from '../support/upstream.ts'
import { until } from '../support/until.ts'
import { chatPage, showsText } from './chat-page.ts'

const ida = { name: 'Ida Moss', email: 'ida@example.com', password: 'correct horse battery' }

test('if a model of a list fails, the next answers, and pages, metrics and commands say so [journey.model-lists]', async (t) => {
  await using upstream = await startUpstream()
  upstream.otherwise((answer, request) =>
    request.body.model === 'first'
      ? answer.status(402, { error: { message: 'Insufficient Balance' } })
      : says(`Hello from ${request.body.model}.`)(answer, request),
  )
  await using hub = await runHub({
    environment: { SVC_MODEL: 'compatible/first,compatible/second', SVC_MODEL_BASE_URL: upstream.url },
  })
  await using browser = await openBrowser()
  const page = await browser.newPage()
  const chat = chatPage(page)
  await chat.signUp(hub.url, ida)

  await t.test('the answer’s details name the model that answered', async () => {
    assert.match(await chat.ask('Hi'), /Hello from second\./)
    await page.getByRole('button', { name: /^Details/ }).click()
    await page.getByRole('dialog', { name: 'Details' }).getByText('compatible/second').waitFor()
    await page.keyboard.press('Escape')
  })

  await t.test('the Console’s page of the Hub names the models and the problem', async () => {
    const console = await browser.newPage()
    await console.goto(`${hub.url}/portal/`)
    await console.goto(`${hub.url}/portal/hubs/${hub.ready.hubs[0]!.slug}`)
    await console.getByText('“compatible/first” fails (402: no credit is left)').first().waitFor()
    await console.getByText('compatible/second').first().waitFor()
    await console.close()
  })

  await t.test('metrics, doctor and usage name the models', async () => {
    const metrics = await (await fetch(`${hub.bridge}/metrics`)).text()
    assert.match(metrics, /hub_model_fallbacks_total\{model="compatible\/first",reason="quota".*\} 1\n/)
    assert.match(metrics, /hub_model_unhealthy\{model="compatible\/first".*\} 1\n/)
    assert.match(metrics, /hub_tokens_total\{model="compatible\/second",kind="input".*\} 7\n/)
    const doctor = await runCommand(['doctor', hub.folder, '--offline'])
    assert.match(doctor.stdout, /compatible\/first fails \(402\), so other models of its list answer first/)
    const { stdout } = await runCommand(['usage', '--hub', hub.folder, '--by', 'model', '--json'])
    assert.deepEqual(
      stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line))
        .flatMap(({ model, turns }) => (model ? [[model, turns]] : [])),
      [['compatible/second', 1]],
    )
  })

  await t.test('an answer that breaks off says so, and continues with another model', async () => {
    await setModels(hub.folder, ['compatible/third', 'compatible/fourth'])
    const about = `${hub.url}/api/v1/models/about?id=${hub.ready.hubs[0]!.slug}`
    await until(async () => (await (await page.request.get(about)).text()).includes('compatible/fourth'))
    upstream.script((answer) => {
      answer.text('The list begins with')
      answer.breakMidChunk()
    })
    const broken = await chat.send('Write a list')
    await showsText(broken, 'The list begins with')
    await broken.getByRole('button', { name: 'Try again' }).waitFor()
    await broken.getByRole('button', { name: 'Continue' }).click()
    await showsText(chat.lastAnswer(), 'Hello from fourth.')
    const { model, messages } = upstream.requests.at(-1)!.body
    assert.equal(model, 'fourth')
    const [begun, wish] = messages!.slice(-2)
    assert.deepEqual([begun!.role, begun!.content], ['assistant', 'The list begins with'])
    assert.match(String(wish!.content), /Write only the rest/)
    await showsText(chat.lastAnswer(), 'The list begins withHello from fourth.')
  })
  assert.deepEqual(browser.complaints, [])
})

async function setModels(folder: string, models: readonly string[]): Promise<void> {
  const path = join(folder, 'agent.md')
  const text = await readFile(path, 'utf8')
  await writeFile(path, text.replace(/^---\n/, `---\nmodel: [${models.join(', ')}]\n`))
}
