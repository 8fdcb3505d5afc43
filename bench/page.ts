// `node bench/page.ts [ROUNDS]`: measures the web chat's page with 2,000 messages in Debian's Chromium, compared with
// a plain list and an empty page: time to the newest message, elements, and the longest task while opening, scrolling
// and receiving 20,000 pieces.
import { join } from 'node:path'
import { chromium, type Page } from 'playwright-core'
import { says } from '../tests/chatapp/recording-agent.ts'
import { startTestChatapp } from '../tests/chatapp/started-chatapp.ts'
import { wholeChromium } from '../tests/support/browser.ts'
import { figure } from './support/figures.ts'
import { untilQuiet } from './support/quiet.ts'
import { quantile } from './support/statistics.ts'

const MESSAGES = 2_000
const PIECES = 20_000
const PIECES_PER_SECOND = 400
const rounds = Number(process.argv[2] ?? 5)

const PARAGRAPH = 'The beds in the north get water in the evening, and the roses are looked at twice a week. '
const answer = (n: number) =>
  `## Answer ${n}\n\n${PARAGRAPH.repeat(2)}\n\n- lavender\n- sage, **cut back**\n\n| Bed | Water |\n|:--|--:|\n| North | ${n} l |\n\n\`\`\`ts\nconst litres = ${n}\n\`\`\``

function conversation() {
  const messages: Record<string, { role: string; content: string; parentId: string | null }> = {}
  for (let n = 0; n < MESSAGES; n++)
    messages[`m${n}`] = {
      role: n % 2 === 0 ? 'user' : 'assistant',
      content: n % 2 === 0 ? `Question ${n}: what about the beds?` : answer(n),
      parentId: n === 0 ? null : `m${n - 1}`,
    }
  return { history: { currentId: `m${MESSAGES - 1}`, messages } }
}

/** Observes tasks over 50 ms. @returns Function that returns the longest task since its last call */
async function watchTasks(page: Page): Promise<() => Promise<number>> {
  await page.addInitScript(() => {
    const seen: number[] = []
    Object.assign(window, { seen })
    new PerformanceObserver((list) => {
      for (const { duration } of list.getEntries()) seen.push(duration)
    }).observe({ type: 'longtask', buffered: true })
  })
  return () => page.evaluate(() => Math.max(0, ...(window as unknown as { seen: number[] }).seen.splice(0)))
}

async function heap(): Promise<number> {
  const session = await context.newCDPSession(page)
  await session.send('HeapProfiler.collectGarbage')
  const { usedSize } = await session.send('Runtime.getHeapUsage')
  return usedSize / 1024 ** 2
}

const elements = (page: Page) => page.evaluate(() => document.querySelectorAll('*').length)

const closing: (() => PromiseLike<unknown>)[] = []
const chatapp = await startTestChatapp(
  { after: (close) => void closing.push(close) },
  { pagesFolder: join(import.meta.dirname, '../web/dist/chat') },
)
const ann = await chatapp.signUp('Ann')
const chat = conversation()
const create = (title: string, more: object) =>
  ann.post('/api/v1/chats/new', { chat: { title, models: ['garden'], ...more } })
await create('Long', chat)
await create('Short', { history: { currentId: 'm0', messages: { m0: { role: 'user', content: 'Hello' } } } })

const browser = await chromium.launch(wholeChromium())
const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
await context.addCookies([{ name: 'token', value: ann.token, url: chatapp.url }])
const page = await context.newPage()
const longest = await watchTasks(page)
const open = async (title: string, sign: string): Promise<number> => {
  const link = page.getByRole('link', { name: title, exact: true })
  await link.waitFor()
  const shown = page.getByText(sign).first().waitFor()
  const from = performance.now()
  await link.click()
  await shown
  return performance.now() - from
}

await untilQuiet()
const opened: number[] = []
const tasks: number[] = []
for (let round = 0; round < rounds; round++) {
  await page.goto(chatapp.url)
  await open('Short', 'Hello')
  await longest()
  opened.push(await open('Long', `Answer ${MESSAGES - 1}`))
  await page.waitForTimeout(300)
  tasks.push(await longest())
}
figure('opened', opened)
const print = (what: string, value: string) => console.log(`${what.padEnd(52)} ${value}`)
print('opened, ms: median, longest', `${quantile(opened, 0.5).toFixed(0)}, ${Math.max(...opened).toFixed(0)}`)
print(
  'longest task while it opens, ms: median, longest',
  `${quantile(tasks, 0.5).toFixed(0)}, ${Math.max(...tasks).toFixed(0)}`,
)
print('elements in the page', String(await elements(page)))

const pane = page.getByRole('log').locator('..')
const scroll = async (by: number): Promise<number> => {
  let most = 0
  for (let step = 0; step < 200; step++) {
    await pane.evaluate((element, top) => element.scrollBy({ top, behavior: 'instant' }), by)
    await page.waitForTimeout(30)
    if (step % 10 === 0) most = Math.max(most, await elements(page))
  }
  return most
}
const heapBefore = await heap()
const scrolled: number[] = []
const mostElements: number[] = []
for (const [way, by] of [
  ['up', -600],
  ['down', 600],
] as const) {
  const most = await scroll(by)
  const task = await longest()
  print(`scrolling ${way} 200 × 600 px: longest task, ms; most elements`, `${task.toFixed(0)}, ${most}`)
  scrolled.push(task)
  mostElements.push(most)
}
figure('scrolled, longest task', Math.max(...scrolled))
figure('elements', Math.max(...mostElements))
print('messages that were in the page', String(await page.getByRole('log').locator('> div').count()))
print('heap before and after, MB', `${heapBefore.toFixed(0)}, ${(await heap()).toFixed(0)}`)

await page.goto(chatapp.url)
await open('Short', 'Hello')
const before = await heap()
chatapp.agent.script(async (upstream) => {
  const piecesEach = PIECES_PER_SECOND / 50
  for (let n = 0; n < PIECES; n += piecesEach) {
    for (let piece = n; piece < n + piecesEach; piece++)
      upstream.text(piece % 80 === 79 ? 'end.\n\n' : 'word ')
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
  says('The last word.')(upstream)
})
await longest()
await page.getByRole('textbox', { name: 'Message' }).fill('Write much')
await page.keyboard.press('Enter')
await page.getByText('The last word.').waitFor({ timeout: 180_000 })
const answering = await longest()
figure('answer, longest task', answering)
print(`longest task while ${PIECES} pieces come, ms`, answering.toFixed(0))
print('heap before and after, MB', `${before.toFixed(0)}, ${(await heap()).toFixed(0)}`)

const plain = `<!doctype html><meta charset="utf-8"><div style="height:800px;overflow:auto">${Object.values(
  chat.history.messages,
)
  .map(({ content }) => `<p>${content.replaceAll('<', '&lt;')}</p>`)
  .join('')}</div>`
const plainTimes: number[] = []
for (let round = 0; round < rounds; round++) {
  await page.goto('about:blank')
  const from = performance.now()
  await page.setContent(plain)
  await page.evaluate(() => document.body.getBoundingClientRect().height)
  plainTimes.push(performance.now() - from)
}
figure('plain list', plainTimes)
print(
  'a plain list of the same texts, ms, elements',
  `${quantile(plainTimes, 0.5).toFixed(0)}, ${await elements(page)}`,
)
await page.goto('about:blank')
print('an empty page, elements', String(await elements(page)))

await browser.close()
for (const close of closing.toReversed()) await close()
