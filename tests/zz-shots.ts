import { chromium } from 'playwright-core'
import { ensureTestPackage } from '../bin/setup/test-package.mjs'
import { ensureWeb } from '../bin/setup/web.mjs'
import { runHub } from './support/running-hub.ts'
import { signUpAt } from './chatapp/started-chatapp.ts'
import { ask, messagesOf } from './chatapp/page.ts'
import { askQuestion, continuedAnswer } from './questions/started-questions.ts'
await ensureWeb()
await ensureTestPackage()
await using hub = await runHub()
const ann = await signUpAt(hub.url, 'Ann')
const form = { model: 'garden-team' }
const plant = {
  type: 'object',
  properties: {
    name: { type: 'string', title: 'Name of the plant', description: 'As on the label' },
    count: { type: 'integer', title: 'Number', minimum: 1 },
    kind: { type: 'string', title: 'Kind', enum: ['tree', 'herb'] },
    organic: { type: 'boolean', title: 'Organic only' },
    when: { type: 'string', format: 'date', title: 'Delivery date' },
  },
  required: ['name', 'count'],
}
const choice = await askQuestion({ chat: ann }, { question: 'Which day suits you for the delivery of the seedlings?', choices: ['Monday', 'Friday', 'A day in the week after next, if the weather permits planting outdoors'] }, form)
const several = await askQuestion({ chat: ann }, { question: 'Which tools do you have?', choices: ['Spade', 'Rake', 'Hoe'], several: true }, form)
const text = await askQuestion({ chat: ann }, { question: 'What should the letter say?' }, form)
const long = await askQuestion({ chat: ann }, { question: 'What do you want to plant?', form: plant }, form)
const done = await askQuestion({ chat: ann }, { question: 'Which colour do you like?', choices: ['Blue', 'Red'] }, form)
const headers = { cookie: `token=${ann.token}`, origin: ann.url }
const path = `/portal/api/change-requests/${done.id}`
const { plan_hash } = (await ann.get(path, headers)).json
await ann.post(`${path}/answer`, { plan_hash, content: { answer: 'Blue' } }, headers)
await continuedAnswer(ann, done)
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
for (const [name, options] of Object.entries({
  desktop: { viewport: { width: 1100, height: 800 } },
  'phone-dark-de': { viewport: { width: 390, height: 800 }, colorScheme: 'dark', locale: 'de-DE', hasTouch: true },
  'phone-ar': { viewport: { width: 390, height: 800 }, locale: 'ar', hasTouch: true },
  'desktop-dark-zh': { viewport: { width: 1100, height: 800 }, colorScheme: 'dark', locale: 'zh-CN' },
}) as any) {
  const context = await browser.newContext(options)
  await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
  const page = await context.newPage()
  page.on('console', (m) => m.type() === 'error' && console.log(name, m.text()))
  page.on('pageerror', (e) => console.log(name, 'pageerror', e.message))
  const only = name === 'desktop' ? { choice, several, text, long, done } : name === 'phone-dark-de' ? { long, choice, done } : { long, choice }
  for (const [what, turn] of Object.entries(only)) {
    await page.goto(`${hub.url}/c/${turn.chatId}`)
    await page.locator('main li form, main article').first().waitFor({ timeout: 15000 }).catch((e) => console.log(name, what, e.message.slice(0, 200)))
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/shots/${name}-${what}.png` })
  }
  await page.goto(`${hub.url}/portal/change-requests/${long.id}`)
  await page.waitForTimeout(2500)
  await page.screenshot({ path: `/tmp/shots/${name}-console.png`, fullPage: true })
  if (name === 'desktop') {
    await page.goto(`${hub.url}/portal/change-requests/${done.id}`)
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/shots/${name}-console-done.png` })
    await page.goto(`${hub.url}/portal/change-requests`)
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/shots/${name}-console-list.png` })
    await page.goto(`${hub.url}/portal/`)
    await page.waitForTimeout(1500)
    await page.screenshot({ path: `/tmp/shots/${name}-console-over.png` })
  }
  await context.close()
}
await browser.close()
