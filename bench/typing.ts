// `node bench/typing.ts [ROUNDS]`: measures how long 23 keys take in the message box of the web chat in Debian's
// Chromium: without an answer, and beside a streaming answer that began with 0, 45 or 200 kB. For comparison, a page
// that appends the same pieces to a plain list.
import { join } from 'node:path'
import { chromium } from 'playwright-core'
import type { Script } from '../tests/chatapp/recording-agent.ts'
import { startTestChatapp } from '../tests/chatapp/started-chatapp.ts'
import { wholeChromium } from '../tests/support/browser.ts'
import { figure } from './support/figures.ts'
import { untilQuiet } from './support/quiet.ts'
import { median } from './support/statistics.ts'

const KEYS = 'water the roses at dusk'
const KEY_INTERVAL_MS = 40
const PIECE_LENGTH = 12
const PIECE_INTERVAL_MS = 20
const LENGTHS = [0, 45_000, 200_000]
const SETTLE_MS = 1_500
const rounds = Number(process.argv[2] ?? 3)

const BLOCKS = [
  '## Beds of the week\n\n',
  'The beds in the north get water in the evening, and the **roses** are looked at `twice` a week. See [the plan](https://example.org/plan).\n\n',
  '- lavender, cut back in *August*\n- sage\n- thyme and `rosemary`\n\n',
  '| Bed | Water | Days |\n|:--|--:|:--|\n| North | 12 l | Mon, Thu |\n| South | 9 l | Tue |\n\n',
  '```ts\nexport const litres = (beds: number): number => beds * 12\nfor (const bed of ["north", "south"]) console.log(bed, litres(1))\n```\n\n',
]
const LAST_WORDS = 'The last word.'

function answerOf(length: number): string {
  let text = ''
  for (let n = 0; text.length < length; n++) text += BLOCKS[n % BLOCKS.length]!
  return text
}

const closing: (() => PromiseLike<unknown>)[] = []
const chatapp = await startTestChatapp(
  { after: (close) => void closing.push(close) },
  { pagesFolder: join(import.meta.dirname, '../web/dist/chat') },
)
const ann = await chatapp.signUp('Ann')
const browser = await chromium.launch(wholeChromium())
const context = await browser.newContext({ reducedMotion: 'reduce', viewport: { width: 1280, height: 800 } })
await context.addCookies([{ name: 'token', value: ann.token, url: chatapp.url }])
// Each measurement has its own page, because a page keeps elements of earlier chats until garbage collection.
const openPage = () => context.newPage()
type Page = Awaited<ReturnType<typeof openPage>>

async function typingTime(page: Page): Promise<number> {
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.focus()
  const from = performance.now()
  for (const key of KEYS) {
    await page.keyboard.type(key)
    await page.waitForTimeout(KEY_INTERVAL_MS)
  }
  await page.evaluate(() => new Promise((resolve) => requestAnimationFrame(() => setTimeout(resolve))))
  return performance.now() - from
}

async function inChat(written: number | null): Promise<number> {
  const page = await openPage()
  await page.goto(chatapp.url)
  const box = page.getByRole('textbox', { name: 'Message' })
  await box.waitFor()
  let isMeasured = false
  if (written !== null) {
    chatapp.agent.script(streamAfter(written, () => isMeasured))
    await box.fill('Write much')
    await page.keyboard.press('Enter')
    await page.getByText('Beds of the week').first().waitFor()
    await page.waitForTimeout(SETTLE_MS)
  }
  const ms = await typingTime(page)
  isMeasured = true
  if (written !== null) await page.getByText(LAST_WORDS).waitFor()
  await page.close()
  return ms
}

const streamAfter =
  (written: number, isOver: () => boolean): Script =>
  async (upstream) => {
    if (written > 0) upstream.text(answerOf(written))
    const text = answerOf(60_000)
    for (let at = 0; !isOver() && at < text.length; at += PIECE_LENGTH) {
      upstream.text(text.slice(at, at + PIECE_LENGTH))
      await new Promise((resolve) => setTimeout(resolve, PIECE_INTERVAL_MS))
    }
    upstream.text(`\n\n${LAST_WORDS}`)
    upstream.finish('stop')
    upstream.usage({ input: 7, output: 3 })
    upstream.done()
  }

async function inPlainList(written: number): Promise<number> {
  const page = await openPage()
  await page.setContent(
    '<!doctype html><div id="list" style="height:600px;overflow:auto"></div><textarea aria-label="Message"></textarea>',
  )
  await page.evaluate(
    ({ blocks, next, length, interval }) => {
      const list = document.querySelector('#list')!
      for (const text of blocks)
        list.append(Object.assign(document.createElement('p'), { textContent: text }))
      let at = 0
      setInterval(() => {
        list.lastElementChild!.append(next.slice(at, (at += length)))
        list.scrollTop = list.scrollHeight
      }, interval)
    },
    {
      blocks: answerOf(Math.max(1, written)).split(/(?<=\n\n)/),
      next: answerOf(60_000),
      length: PIECE_LENGTH,
      interval: PIECE_INTERVAL_MS,
    },
  )
  await page.waitForTimeout(SETTLE_MS)
  const ms = await typingTime(page)
  await page.close()
  return ms
}

await untilQuiet()
const idle: number[] = []
const ratios = new Map<string, number[]>()
const add = (name: string, value: number) => ratios.set(name, [...(ratios.get(name) ?? []), value])
for (let round = 0; round < rounds; round++) {
  const alone = await inChat(null)
  idle.push(alone)
  for (const length of LENGTHS) {
    add(`typing beside ${length / 1000} kB / idle`, (await inChat(length)) / alone)
    add(`plain list of ${length / 1000} kB / idle`, (await inPlainList(length)) / alone)
  }
}
console.log(`${'typing, idle, ms'.padEnd(40)} ${median(idle).toFixed(0)}`)
for (const [name, values] of ratios) {
  figure(name, values)
  console.log(
    `${name.padEnd(40)} ${median(values).toFixed(2)} (${Math.min(...values).toFixed(2)} to ${Math.max(...values).toFixed(2)})`,
  )
}

await browser.close()
for (const close of closing.toReversed()) await close()
