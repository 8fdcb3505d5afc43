import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { heading, openConsole } from '../web-console/console-page.ts'
import { frameOf, openShare } from './artifact-page.ts'
import { REPORT } from './samples.ts'
import { startArtifacts } from './started-artifacts.ts'

const started = await startArtifacts()
after(() => started[Symbol.asyncDispose]())
const { hub, bob, cleo, upload } = started

const sayTo = async (page: Page, text: string) => {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.fill(text)
  await box.press('Enter') // `press` focuses the box again, because a closing dialog may return the focus later
}

test('a file that an agent saved is published from the chat, and an artifact that the agent published has a card [web-artifacts.publish] [web-artifacts.published]', async () => {
  await using opened = await openConsole(hub.url, cleo.token)
  const { page } = opened
  await page.goto(hub.url)
  const say = (text: string) => sayTo(page, text)
  await say(`/tool save_file ${JSON.stringify({ filename: 'weekly-report.html', content: REPORT })}`)
  await page.getByRole('button', { name: 'Publish weekly-report.html…' }).click()
  const dialog = page.getByRole('dialog')
  assert.equal(await dialog.getByRole('textbox', { name: 'Title' }).inputValue(), 'weekly report')
  await dialog.getByRole('textbox', { name: 'Title' }).fill('Week 12')
  await page.keyboard.press('Enter')
  await dialog.getByText('“Week 12” is published.').waitFor()
  await dialog.getByRole('link', { name: 'Open and share' }).click()
  const panel = page.getByRole('complementary', { name: 'Week 12' })
  await panel.getByText('Only me').waitFor()
  await frameOf(page, 'Week 12').getByText('Drawn by a script').waitFor()
  const [viewer] = await Promise.all([
    opened.browser.context.waitForEvent('page'),
    panel.getByRole('link', { name: 'Open on its own page' }).click(),
  ])
  await heading(viewer, 'Week 12').waitFor()
  await panel.getByRole('button', { name: 'Close' }).click()

  const saved = page.getByRole('list', { name: 'Saved files' })
  const state = (words: string) => saved.getByText(`Open · v1 · ${words}`, { exact: true })
  await state('only me').waitFor()
  await page.reload()
  await state('only me').waitFor()
  const dialogThere = await openShare(viewer)
  await dialogThere.getByRole('radio', { name: 'Everyone who can use Demo agent' }).click()
  await dialogThere.getByRole('button', { name: 'Save' }).click()
  await state('everyone who can use the agent').waitFor()
  await viewer.keyboard.press('Escape')
  await viewer.getByRole('button', { name: 'Actions for Week 12' }).click()
  await viewer.getByRole('menuitem', { name: 'Delete…' }).click()
  await viewer.getByRole('alertdialog').getByRole('button', { name: 'Delete artifact' }).click()
  await page.getByRole('button', { name: 'Publish weekly-report.html…' }).waitFor()

  const notes = { filename: 'notes.md', content: '# Notes', title: 'Notes of the week' }
  await say(`/tool publish_artifact ${JSON.stringify(notes)}`)
  const card = page.getByRole('list', { name: 'Published' })
  await card.getByText('Notes of the week').waitFor()
  await page.reload()
  await card.getByText('Document · Version 1').waitFor()
  assert.deepEqual(opened.browser.complaints, [])
})

test('a page opens saved files by the session, and the owner revokes links that are out in the world [web-artifacts.saved-files] [bridge.artifact-links.revoked]', async () => {
  await using opened = await openConsole(hub.url, cleo.token)
  const { page } = opened
  await page.goto(hub.url)
  await sayTo(page, `/tool save_file ${JSON.stringify({ filename: 'report (1).txt', content: 'ferns' })}`)
  const card = page.getByRole('list', { name: 'Saved files' }).getByRole('link', { name: 'report (1).txt' })
  const address = (await card.getAttribute('href'))!
  assert.match(address, /^\/api\/v1\/saved-files\/open\?/)
  assert.equal(await page.locator(`.markdown a[href="${address}"]`).count(), 1, 'the link in the text, too')
  await page.waitForURL(/\/c\//)
  const id = new URL(page.url()).pathname.split('/').at(-1)!
  const { chat } = await cleo.call('GET', `/api/v1/chats/${id}`)
  const lasting = /\/artifacts\/[^\s)]+/.exec(JSON.stringify(chat))![0]
  assert.match(lasting, /report%20%281%29\.txt\?t=/)
  const ask = (path: string, cookie = `token=${cleo.token}`) =>
    fetch(hub.url + path, { headers: { cookie, 'sec-fetch-dest': 'document' }, redirect: 'manual' })
  const brief = (await ask(address)).headers.get('location')!
  assert.match(brief, /^\/artifacts\/[^?]+\?t=[\w-]{43}&e=\d+$/)
  for (const link of [lasting, brief]) assert.equal(await (await ask(link, '')).text(), 'ferns')
  assert.match(
    (await ask(address, '')).headers.get('location')!,
    /^\/auth\?redirect=%2Fapi%2Fv1%2Fsaved-files/,
  )
  assert.equal((await ask(address, `token=${bob.token}`)).status, 404, 'another person’s session')
  assert.equal((await ask(address, `token=${bob.token}`)).headers.get('location'), null)

  await page
    .getByRole('button', { name: /^Actions for/ })
    .last()
    .click()
  await page.getByRole('menuitem', { name: 'Share…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke links…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Cancel' }).click()
  await page.getByRole('alertdialog').waitFor({ state: 'detached' })
  assert.equal((await ask(lasting, '')).status, 200, 'Cancel revokes nothing')
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke links…' }).click()
  await page.getByRole('alertdialog').getByRole('button', { name: 'Revoke links' }).click()
  await page.getByText('Links to files of this chat are revoked', { exact: true }).waitFor()
  for (const link of [lasting, brief]) assert.equal((await ask(link, '')).status, 401)
  assert.equal(await (await ask((await ask(address)).headers.get('location')!, '')).text(), 'ferns')
  assert.equal(
    (
      await fetch(`${hub.url}/api/v1/chats/${id}/saved-files/revoke-links`, {
        method: 'POST',
        headers: { cookie: `token=${bob.token}`, origin: hub.url },
      })
    ).status,
    401,
  )
})

test('a picture of an answer loads by the session, not by the link that the answer contains [web-artifacts.saved-files]', async () => {
  await using opened = await openConsole(hub.url, cleo.token)
  const { page, browser } = opened
  await page.goto(hub.url)
  await sayTo(page, `/tool save_file ${JSON.stringify({ filename: 'bed (1).svg', content: SQUARE })}`)
  await page.getByRole('list', { name: 'Saved files' }).getByRole('link', { name: 'bed (1).svg' }).waitFor()
  const { id } = (await cleo.call('GET', '/api/v1/chats/'))[0]
  const { chat } = await cleo.call('GET', `/api/v1/chats/${id}`)
  const lasting = /\/artifacts\/[^\s)"]+/.exec(JSON.stringify(chat))![0]
  const requested: string[] = []
  page.on('request', (request) =>
    requested.push(new URL(request.url()).pathname + new URL(request.url()).search),
  )
  await sayTo(page, `/say ![root](${lasting}) ![whole](${hub.url}${lasting})`)
  for (const name of ['root', 'whole']) {
    const picture = page.getByRole('img', { name, exact: true })
    await picture.evaluate((image: HTMLImageElement) => image.decode())
    assert.match((await picture.getAttribute('src'))!, /^\/api\/v1\/saved-files\/open\?/)
  }
  const links = requested.filter((path) => path.startsWith('/artifacts/'))
  assert.ok(links.length > 0)
  assert.ok(!links.includes(lasting), 'the page requests no link that lasts')
  await page.getByRole('button', { name: 'Open picture: root' }).click()
  const download = page.getByRole('dialog').getByRole('link', { name: 'Download' })
  assert.match((await download.getAttribute('href'))!, /\/api\/v1\/saved-files\/open\?/)
  assert.deepEqual(browser.complaints, [])
})

const SQUARE =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40"><rect width="40" height="40"/></svg>'

const LINES = ['# Plan', '', 'Sow peas.', 'Water the beds.', '']

test('an artifact opens beside the chat with its versions, and the address keeps it [web-artifacts.panel] [web-artifacts.compare]', async () => {
  await using opened = await openConsole(hub.url, bob.token)
  const { page, browser } = opened
  await page.goto(hub.url)
  const plan = { filename: 'plan.md', content: LINES.join('\n'), title: 'Plan for May' }
  await sayTo(page, `/tool publish_artifact ${JSON.stringify(plan)}`)
  const open = page.getByRole('list', { name: 'Published' }).getByRole('link', { name: 'Open' })
  await open.click()
  const panel = page.getByRole('complementary', { name: 'Plan for May' })
  const content = panel.getByRole('region', { name: 'Content of Plan for May' })
  await content.getByText('Sow peas.').waitFor()
  assert.equal(await panel.evaluate((element) => element === document.activeElement), true)
  const id = new URL(page.url()).searchParams.get('artifact')!
  await page.reload()
  await content.getByText('Sow peas.').waitFor()

  await upload(bob, 'plan.md', LINES.with(2, 'Sow peas and beans.').join('\n'), { artifact: id })
  await panel.getByText('Version 2 just arrived.').waitFor()
  await content.getByText('Sow peas and beans.').waitFor()
  await panel.getByRole('button', { name: 'Compare versions' }).click()
  const changes = panel.getByRole('region', { name: 'Changes' })
  await panel.getByText('1 line added, 1 removed').waitFor()
  await changes.getByRole('row', { name: '3 Removed: Sow peas.' }).waitFor()
  await changes.getByRole('row', { name: '3 Added: Sow peas and beans.' }).waitFor()
  await panel.getByRole('button', { name: 'Back to the content' }).click()
  await panel.getByRole('button', { name: 'Version 2' }).click()
  await page.getByRole('menuitemradio', { name: 'Version 1' }).click()
  await content.getByText('Sow peas.').waitFor()
  await panel.getByRole('button', { name: 'Publish this version again' }).click()
  await panel.getByRole('button', { name: 'Version 3' }).waitFor()

  await panel.getByRole('button', { name: 'Share…' }).click()
  await page.getByRole('dialog').getByRole('radio', { name: 'Everyone who can use Demo agent' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await page.keyboard.press('Escape')
  await panel.getByText('Everyone who can use the Hub').waitFor()

  const edge = panel.getByRole('separator', { name: 'Width of the panel' })
  const before = (await panel.boundingBox())!.width
  await edge.press('ArrowRight')
  assert.equal((await panel.boundingBox())!.width, before - 32)
  await page.keyboard.press('Escape')
  await panel.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
  await open.click()
  await content.waitFor()
  await page.goBack()
  await panel.waitFor({ state: 'detached' })
  await open.click()
  await panel.getByRole('button', { name: 'Close' }).click()
  await panel.waitFor({ state: 'detached' })
  assert.equal(await open.evaluate((element) => element === document.activeElement), true)

  await page.goto(`${page.url()}?artifact=none`)
  await page.getByText('No such artifact').waitFor()
  await page.getByRole('complementary').getByText('Close').click()
  await page.getByText('No such artifact').waitFor({ state: 'detached' })
  await open.click()
  await content.waitFor()
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('dialog', { name: 'Plan for May' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  assert.deepEqual(browser.complaints, [])
})

const HOSTILE = `<!doctype html><title>Beds \u202Elmth.live</title><p id="out"></p><script>
const tries = [
  () => parent.document.cookie,
  () => localStorage.length,
  () => open('/portal/'),
  () => { top.location = '/portal/' },
]
const told = tries.map((act) => { try { return act() ? 'did' : 'nothing' } catch { return 'refused' } })
fetch('/api/v1/auths/').then(() => told.push('fetched'), () => told.push('offline')).then(() => {
  document.getElementById('out').textContent = told.join(' ')
})
parent.postMessage('<h1>not ours</h1>', '*')
</script>`
const DRAWING =
  '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="40" onload="document.title=1"><script>parent.hacked = 1</script><rect width="40" height="40"/></svg>'

test('code of an answer opens as its future artifact, without effects, and can be published from there [web-artifacts.draft]', async () => {
  await using opened = await openConsole(hub.url, bob.token)
  const { page, browser } = opened
  await page.goto(hub.url)
  const fenced = (language: string, code: string) => ['```' + language, ...code.split('\n'), '```', '']
  const answer = [
    ...fenced('html', HOSTILE),
    ...fenced('svg', DRAWING),
    ...fenced('markdown', '# Sowing\n\nPeas first.'),
    ...fenced('csv', 'bed,plant\n1,Tomato'),
    ...fenced('ts', 'const short = 1'),
  ]
  await sayTo(page, answer.map((line) => `/say ${line}`).join('\n'))
  const buttons = page.getByRole('button', { name: 'Open as artifact' })
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  assert.equal(await buttons.count(), 4, 'short code gains nothing by it')

  await buttons.nth(0).click()
  const frame = page.frameLocator('iframe[src="/static/preview"]')
  await frame.getByText('refused refused nothing refused offline').waitFor()
  const panel = page.getByRole('complementary').last()
  assert.equal(
    await panel.getByRole('heading').first().innerText(),
    'Beds lmth.live',
    'nothing reads backwards',
  )
  assert.equal(new URL(page.url()).search, '')
  await buttons.nth(1).click()
  await panel.getByRole('img', { name: 'code.svg' }).waitFor()
  assert.equal(await page.evaluate(() => (window as { hacked?: number }).hacked), undefined)
  await buttons.nth(3).click()
  await panel.getByRole('cell', { name: 'Tomato' }).waitFor()
  await buttons.nth(2).click()
  await panel.getByRole('heading', { name: 'Sowing' }).last().waitFor()
  await panel.getByText('Document · not published').waitFor()

  await panel.getByRole('button', { name: 'Publish…' }).click()
  assert.equal(await page.getByRole('textbox', { name: 'Title' }).inputValue(), 'Sowing')
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('link', { name: 'Open and share' }).click()
  await panel.getByText('Only me').waitFor()
  await panel.getByText('Peas first.').waitFor()
  const id = new URL(page.url()).searchParams.get('artifact')!
  const { title, filename, preview } = await bob.call('GET', `/portal/artifacts/api/${id}`)
  assert.deepEqual([title, filename, preview], ['Sowing', 'code.md', 'markdown'])
  await buttons.nth(3).click()
  await panel.getByRole('cell', { name: 'Tomato' }).waitFor()
  await page.waitForURL((url) => url.search === '')
  await page.keyboard.press('Escape')
  await page.getByRole('separator', { name: 'Width of the panel' }).waitFor({ state: 'detached' })
  assert.deepEqual(
    browser.complaints.filter(
      (complaint) => !/sandbox|Content Security Policy|Failed to load|blocked/i.test(complaint),
    ),
    [],
  )
})

test('an answer names the read files and the sources of tools, also after a reload [web-artifacts.sources] [web.named-sources]', async () => {
  await using opened = await openConsole(hub.url, cleo.token)
  const { page, browser } = opened
  await page.goto(hub.url)
  await sayTo(page, '/tool read_file {"path":"files/handbook.md"}')
  const source = page.getByRole('list', { name: 'Sources' }).getByRole('button', { name: 'handbook.md' })
  await source.waitFor()
  await page.reload()
  await source.click()
  const card = page.getByRole('dialog', { name: 'files/handbook.md' })
  assert.match(
    await card.getByRole('region', { name: 'Sources that the agent read' }).innerText(),
    /handbook/i,
  )
  await page.keyboard.press('Escape')
  await card.waitFor({ state: 'detached' })

  await sayTo(page, '/tool price_list {}')
  const named = page.getByRole('list', { name: 'Sources' }).last()
  await named.getByRole('link', { name: 'Seed prices seeds.example' }).waitFor()
  await page.reload()
  await named.getByRole('link', { name: 'Seed prices seeds.example' }).waitFor()
  await named.getByRole('button', { name: 'Last order' }).click()
  await page.getByRole('dialog', { name: 'files/orders.md' }).getByText('Tomatoes: 3.20').waitFor()
  assert.deepEqual(browser.complaints, [])
})

const TOOL = `import { defineTool, z } from 'hub-service'

export const planBeds = defineTool({
  name: 'plan_beds',
  description: 'Plans the beds.',
  input: z.object({}),
  async run(_input, { saveFile }) {
    await saveFile('beds.md', '# Beds')
    return 'Planned.'
  },
})
`

test('a file that a tool saved has a card although the answer does not link it; notes of the agent have none [web-artifacts.saved-files]', async () => {
  await writeFile(join(hub.folder, 'tools/beds.ts'), TOOL)
  await using opened = await openConsole(hub.url, cleo.token)
  const { page } = opened
  const answer = page.locator('[aria-label="Answer"][aria-busy=false]').last()
  // The Hub may still be reading the tool.
  for (let isRead = false; !isRead;) {
    await page.goto(hub.url)
    await sayTo(page, '/tool plan_beds {}')
    await answer.waitFor()
    isRead = (await answer.innerText()).includes('Planned.')
  }
  const link = page.getByRole('list', { name: 'Saved files' }).getByRole('link', { name: 'beds.md' })
  await link.waitFor()
  const opens = await page.request.get(hub.url + (await link.getAttribute('href')))
  assert.equal(await opens.text(), '# Beds')
  await page.reload()
  await link.waitFor()
  await page.goto(hub.url)
  await sayTo(page, `/tool write_file ${JSON.stringify({ path: 'chat/own-notes.md', content: 'x' })}`)
  await answer.getByText('Wrote chat/own-notes.md').first().waitFor()
  assert.equal(await page.getByRole('list', { name: 'Saved files' }).count(), 0)
})
