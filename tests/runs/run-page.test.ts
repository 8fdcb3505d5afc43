import assert from 'node:assert/strict'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test, type TestContext } from 'node:test'
import { allFindings, isTooWide } from '../support/accessibility.ts'
import { folderWith } from '../support/folder.ts'
import { signUp } from '../support/console-person.ts'
import { runHub } from '../support/running-hub.ts'
import { heading, openConsole } from '../web-console/console-page.ts'

const ANN = { name: 'Ann', email: 'ann@example.org', password: 'correct horse battery' }
const PICTURES = process.env['PICTURES']

const prices = await folderWith({ after } as unknown as TestContext, {
  'prices.json': JSON.stringify({
    version: 'test',
    models: { 'offline/*': { input: 10_000, output: 20_000 } },
  }),
})
const hub = await runHub({
  environment: { SVC_PRICES_FILE: join(prices, 'prices.json') },
})
after(() => hub[Symbol.asyncDispose]())
const slug = hub.ready.hubs[0]!.slug
const ann = await signUp(hub.url, ANN)
await ann.call('GET', '/portal/api/me')
for (const [path, content] of Object.entries({
  'workflows/inner.yaml': `
inputs: { who: { required: true } }
steps:
  - { id: count, run: echo 3 }
  - { id: greet, needs: count, prompt: '/say Hello \${{ inputs.who }} \${{ steps.count.output }}' }
`,
  'workflows/outer.yaml': `
run_as: ann@example.org
steps:
  - { id: first, prompt: /say one two }
  - { id: inner, needs: first, workflow: inner, inputs: { who: '\${{ steps.first.output }}' } }
  - { id: never, needs: inner, when: failure(), run: exit 1 }
  - { id: last, needs: inner, run: 'echo \${{ steps.inner.output }}' }
`,
  'workflows/breaks.yaml': `
run_as: ann@example.org
steps:
  - { id: looks-fine, run: 'echo "so far"; echo "and further"' }
  - { id: a-step-with-quite-a-long-name-that-goes-on, needs: looks-fine, run: 'echo "cannot open the orders" >&2; exit 3', retry: { times: 1, delay: 0s } }
  - { id: behind, needs: a-step-with-quite-a-long-name-that-goes-on, run: echo x }
`,
  'tasks/tells.sh': 'echo Three ripe tomatoes\n',
  'tasks/tells.md': `---
run_as: ann@example.org
run: tasks/tells.sh
deliver:
  - { chat: ann@example.org }
  - { chat: eve@example.org }
  - { webhook: https://a.example/secret-path, secret: NO_SECRET }
---
`,
  'tasks/greet.md': '---\nrun_as: ann@example.org\n---\n/say Good morning\n/finish done Greeted\n',
})) {
  const file = join(hub.folder, path)
  await mkdir(join(file, '..'), { recursive: true })
  await writeFile(file, content)
}

async function runToEnd(workflow: string, turns: number) {
  const start = () => ann.call('POST', '/portal/api/workflows/run', { hub: slug, workflow })
  let started = await start().catch(() => null)
  for (let tries = 0; started === null && tries < 100; tries++) {
    await pause() // the Hub may not have noticed the file yet
    started = await start().catch(() => null)
  }
  const path = `/runs/${slug}/${encodeURIComponent(started.run_id)}`
  for (;;) {
    const run = await ann.call('GET', `/portal/api${path}`)
    if (run.ended_at !== null && run.usage.turns >= turns) return { run, path }
    await pause()
  }
}

const pause = () => new Promise((resolve) => setTimeout(resolve, 100))

for (const [workflow, title, turns, steps] of [
  ['outer', 'outer', 2, ['first', 'inner', 'count', 'greet', 'never', 'last']],
  ['md:greet', 'greet', 1, ['Round 1']],
] as const)
  test(`the page of a run of ${workflow} shows every step, the usage and cost of all, and links to their traces [runs.page]`, async () => {
    const { run, path } = await runToEnd(workflow, turns)
    assert.equal(run.outcome, 'done', run.error)
    assert.equal(run.usage.turns, turns)
    const cost = (run.usage.input_tokens * 10_000 + run.usage.output_tokens * 20_000) / 1_000_000
    assert.ok(Math.abs(run.usage.cost_usd - cost) < 1e-9)
    await using opened = await openConsole(hub.url, ann.token)
    const { page, browser } = opened
    await page.goto(`${hub.url}/portal${path}`)
    await heading(page, title).waitFor()
    for (const step of steps) await page.getByRole('row', { name: step }).first().waitFor()
    const { input_tokens, output_tokens } = run.usage
    await page.getByText(`${input_tokens.toLocaleString('en-US')} input, ${output_tokens} output`).waitFor()
    await page.getByText(`$${cost.toFixed(cost < 0.1 ? 4 : 2)}`).waitFor()
    await page.getByRole('link', { name: 'Show traces of this run' }).click()
    await heading(page, 'Traces').waitFor()
    await page.getByRole('row').nth(1).waitFor()
    assert.equal(await page.getByRole('row').count(), 2)
    const nameOfTrace = async () =>
      (await ann.call('GET', `/portal/api/traces?run=${encodeURIComponent(run.id)}`)).items[0].name
    for (let tries = 0; tries < 100 && (await nameOfTrace()) === 'Demo agent'; tries++) await pause()
    assert.equal(await nameOfTrace(), workflow.startsWith('md:') ? 'task greet' : `workflow ${workflow}`)
    assert.deepEqual(browser.complaints, [])
  })

test('the page of a run of scripts alone links to its trace, with the failure [runs.page]', async () => {
  const { path } = await runToEnd('breaks', 0)
  await using opened = await openConsole(hub.url, ann.token)
  const { page, browser } = opened
  await page.goto(`${hub.url}/portal${path}`)
  await page.getByRole('link', { name: 'Show traces of this run' }).click()
  await page.getByRole('link', { name: 'workflow breaks' }).click()
  await page.getByText('step looks-fine').first().waitFor()
  await page.getByText('step a-step-with-quite').first().waitFor()
  assert.equal(await page.getByText('step behind').count(), 0)
  assert.deepEqual(browser.complaints, [])
})

test('the page of a run shows where its result went and why not, and sends it again [deliver.shown]', async () => {
  const { path } = await runToEnd('md:tells', 0)
  await using opened = await openConsole(hub.url, ann.token)
  const { page, browser } = opened
  await page.goto(`${hub.url}/portal${path}`)
  await page.getByRole('row', { name: /ann@example\.org.*Delivered/ }).waitFor()
  await page
    .getByRole('row', { name: /https:\/\/a\.example Failed the variable NO_SECRET is not set/ })
    .waitFor()
  const refused = page.getByRole('row', { name: /eve@example\.org Refused/ })
  await refused.getByRole('button', { name: 'Send again' }).click()
  await page.getByText('The result is being sent again.', { exact: true }).waitFor()
  await refused.waitFor()
  assert.equal(await page.getByText('secret-path').count(), 0)
  for (const width of [390, 820, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    assert.equal(await isTooWide(page), false, String(width))
    if (PICTURES) await page.emulateMedia({ colorScheme: width === 820 ? 'dark' : 'light' })
    if (PICTURES) await page.screenshot({ path: join(PICTURES, `tells-${width}.png`), fullPage: true })
    assert.deepEqual(await allFindings(page), [])
  }
  assert.deepEqual(browser.complaints, [])
})

test('at every width the page of a run keeps to its width and passes axe [runs.page-widths]', async () => {
  const broken = await runToEnd('breaks', 0)
  const outer = await runToEnd('outer', 2)
  for (const [name, { path }] of Object.entries({ broken, outer }))
    for (const width of [390, 820, 1440]) {
      await using opened = await openConsole(hub.url, ann.token, { width, height: 900 })
      const { page } = opened
      await page.goto(`${hub.url}/portal${path}`)
      await page.getByRole('log', { name: 'Output' }).waitFor()
      assert.equal(await isTooWide(page), false, `${name} at ${width}`)
      if (PICTURES) await page.screenshot({ path: join(PICTURES, `${name}-${width}.png`), fullPage: true })
      assert.deepEqual(await allFindings(page), [])
    }
})
