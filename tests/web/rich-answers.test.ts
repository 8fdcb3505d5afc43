import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { says } from '../chatapp/recording-agent.ts'
import { openNewChat, things } from './started-page.ts'

const fence = (language: string, code: string) => `\`\`\`${language}\n${code}\n\`\`\`\n\n`

const HOSTILE = `%%{init: {"securityLevel": "loose", "htmlLabels": true, "themeCSS": "@import url(https://far.example/a.css)"}}%%
flowchart LR
  A["<img src=https://far.example/x.png onerror=alert(1)>"] --> B["<script>alert(2)</script>"]
  click A "javascript:alert(3)"
  click B "https://far.example/"`

const PICTURE = (colour: string) =>
  `![${colour}](data:image/svg+xml,%3Csvg%20xmlns='http://www.w3.org/2000/svg'%20width='90'%20height='60'%3E%3Crect%20width='90'%20height='60'%20fill='${colour}'/%3E%3C/svg%3E)`

test('a description is drawn, and a hostile one can do nothing [web.drawings]', async (t) => {
  const { page, browser, agent, url } = await openNewChat(t)
  agent.script(
    says(
      fence('mermaid', 'flowchart LR\n  Seed --> Bean') +
        fence('mermaid', HOSTILE) +
        fence('mermaid', 'flowchart LR\n  A[[[ broken') +
        fence('mermaid', `flowchart LR\n${'A --> B\n'.repeat(3000)}`),
    ),
  )
  const requests: string[] = []
  page.on('request', (request) => requests.push(request.url()))
  page.on('dialog', (dialog) => assert.fail(`a dialog opened: ${dialog.message()}`))
  const { send, answers } = things(page)
  await send('Draw')
  const drawings = answers.getByRole('button', { name: 'Open picture: Drawing' })
  await drawings.nth(1).waitFor()
  await answers.getByText('This diagram couldn’t be drawn').nth(1).waitFor()
  const pictures = await drawings
    .locator('img')
    .evaluateAll((all) =>
      all.map((img) => [(img as HTMLImageElement).naturalWidth, (img as HTMLImageElement).src] as const),
    )
  assert.equal(pictures.length, 2)
  for (const [width, source] of pictures) {
    assert.ok(width > 50)
    const svg = decodeURIComponent(source)
    assert.doesNotMatch(svg, /<script|<a[ >]|<image|onerror=|javascript:|<foreignObject/i)
  }
  assert.match(decodeURIComponent(pictures[0]![1]), />Bean</)
  await answers.getByText('A[[[ broken').waitFor()
  assert.deepEqual(
    requests.filter((address) => !address.startsWith(url) && !address.startsWith('data:')),
    [],
  )
  const frame = page.locator('iframe[sandbox]').first()
  assert.equal(await frame.getAttribute('sandbox'), 'allow-scripts')
  assert.deepEqual(browser.complaints, [])

  await answers.getByRole('button', { name: 'Source' }).first().click()
  await answers.getByText('Seed --> Bean').waitFor()
  await answers.getByRole('button', { name: 'Source' }).first().click()
  const before = pictures[0]![1]
  await page.emulateMedia({ colorScheme: 'dark' })
  await page.waitForFunction((before) => {
    const now = document.querySelector<HTMLImageElement>('article img')?.src
    return now && now !== before
  }, before)
})

test('pictures open large, one after the other, and return the focus [web.pictures]', async (t) => {
  const { page, agent } = await openNewChat(t)
  agent.script(says(`${PICTURE('red')} and\n\n${PICTURE('green')}\n\nthe end\n`))
  const { send, answers } = things(page)
  await send('Show')
  await answers.getByRole('button', { name: 'Open picture: red' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('img', { name: 'red' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await dialog.getByRole('img', { name: 'green' }).waitFor()
  await dialog.getByText('2 of 2').waitFor()
  const width = () => dialog.getByRole('img').evaluate((img) => img.getBoundingClientRect().width)
  const fitted = await width()
  await page.keyboard.press('+')
  await page.waitForFunction(
    (fitted) => document.querySelector('[role=dialog] img')!.getBoundingClientRect().width > fitted,
    fitted,
  )
  await page.keyboard.press('0')
  await page.keyboard.press('ArrowLeft')
  await dialog.getByRole('img', { name: 'red' }).waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await page.waitForFunction(() => document.activeElement?.getAttribute('data-picture') === 'red')
})

test('controls of formulas, tables and code in an answer work [web.maths] [web.tables] [web.code]', async (t) => {
  const { page, browser, agent, url } = await openNewChat(t)
  await browser.context.grantPermissions(['clipboard-read', 'clipboard-write'], { origin: url })
  const wide = `| Bed | Remark |${' More words than fit |'.repeat(12)}\n|--:|---|${'---|'.repeat(12)}\n| 1 | a, b |${' x |'.repeat(12)}\n\n`
  agent.script(
    says(`Cost $5 and $10.\n\n$$\\frac{a}{b}$$\n\n${wide}${fence('python garden.py', 'print("beans")')}`),
  )
  const { send, answers } = things(page)
  await send('All')
  await answers.locator('math mfrac').waitFor()
  const [top, bottom] = await answers
    .locator('math mfrac')
    .evaluate((fraction) => [...fraction.children].map((part) => part.getBoundingClientRect().y))
  assert.ok(top! < bottom!, 'a fraction stands over its line')
  await answers.getByText('Cost $5 and $10.').waitFor()

  const block = answers.locator('.table-block')
  const paragraph = (await answers.getByText('Cost $5 and $10.').boundingBox())!
  const boxOfTable = (await block.boundingBox())!
  assert.ok(boxOfTable.width > paragraph.width + 100, 'a wide table is wider than the text')
  const middleOf = ({ x, width }: { x: number; width: number }) => x + width / 2
  assert.ok(Math.abs(middleOf(boxOfTable) - middleOf(paragraph)) < 2, 'centred')
  await page.evaluate(() => (document.documentElement.dir = 'rtl'))
  const column = (await answers.locator('.markdown').first().boundingBox())!
  assert.ok(Math.abs(middleOf((await block.boundingBox())!) - middleOf(column)) < 2, 'centred in Arabic')
  await page.evaluate(() => (document.documentElement.dir = 'ltr'))
  const pane = page.locator('[data-pane]')
  assert.ok(await pane.evaluate((pane) => pane.scrollWidth <= pane.clientWidth), 'only the table scrolls')
  assert.equal(await block.getAttribute('data-hidden'), 'end')
  await answers.getByRole('region', { name: 'Table' }).evaluate((table) => table.scrollTo(60, 0))
  await answers.locator('.table-block[data-hidden="start end"]').waitFor()
  await block.hover()
  await answers.getByRole('button', { name: 'Copy table' }).click()
  await page.getByRole('menuitem', { name: 'Copy as CSV' }).click()
  await page.waitForFunction(async () => (await navigator.clipboard.readText()).includes('1,"a, b",x'))

  const downloading = page.waitForEvent('download')
  await answers.getByRole('button', { name: 'Download' }).click()
  const download = await downloading
  assert.equal(download.suggestedFilename(), 'garden.py')
  assert.equal(await readFile(await download.path(), 'utf8'), 'print("beans")\n')
  assert.deepEqual(browser.complaints, [])
})
