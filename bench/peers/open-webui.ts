// `node bench/peers/open-webui.ts [ROUNDS]`: measures Open WebUI and a Hub with its own web chat in turn, on the same
// machine and with the same fake model: start, memory, a streamed turn, the model list, and the page until a person can
// type. Prints the median of the rounds, and the least and greatest ratio. Installs Open WebUI if it is missing.
import { chromium, type Browser, type Page } from 'playwright-core'
import { wholeChromium } from '../../tests/support/browser.ts'
import { signUp } from '../../tests/support/console-person.ts'
import { runHub } from '../../tests/support/running-hub.ts'
import { says, startUpstream } from '../../tests/support/upstream.ts'
import { callWith } from '../../tests/open-webui/target.ts'
import { ADMIN, installOpenWebui, startOpenWebui } from '../../tests/peers/open-webui/real.ts'
import { temporaryFolder } from '../support/folder.ts'
import { memoryOf } from '../support/memory.ts'
import { processTree } from '../support/process-tree.ts'
import { median } from '../support/statistics.ts'
import { writeFilesIn } from '../../tests/peers/clients/write-files.ts'

const RELEASE = '0.12.4'
const ROUNDS = Number(process.argv[2] ?? 3)
const TURNS = 20
const SHOWN_TURNS = 7
const ANSWER = 'Roses bloom in June. '.repeat(20)
const PAGE_TIMEOUT_MS = 180_000

interface Measured {
  readyMs: number
  memoryMb: number
  firstPieceMs: number
  wholeTurnMs: number
  modelListMs: number
  /** From Enter in the page's message field until the page shows the start of the answer, in a new chat. */
  shownPieceMs: number
  pageMs: number
  pageRequests: number
  pageKb: number
}

interface Site {
  url: string
  token: string
  model: string
  pid: number
  readyMs: number
}

await using model = await startUpstream()
model.otherwise(says(ANSWER))
await installOpenWebui(RELEASE)
const browser = await chromium.launch(wholeChromium())
try {
  const rounds: { theirs: Measured; ours: Measured }[] = []
  for (let n = 0; n < ROUNDS; n++)
    rounds.push({ theirs: await measureOpenWebui(browser), ours: await measureHub(browser) })
  printTable(rounds)
} finally {
  await browser.close()
}

function printTable(rounds: readonly { theirs: Measured; ours: Measured }[]): void {
  console.log(`\n${'Open WebUI'.padStart(28)}${'Hub'.padStart(12)}${'ratio'.padStart(10)}`)
  for (const name of Object.keys(rounds[0]!.ours) as (keyof Measured)[]) {
    const ratios = rounds.map(({ theirs, ours }) => theirs[name] / ours[name])
    const [least, most] = [Math.min(...ratios), Math.max(...ratios)]
    console.log(
      name.padEnd(16) +
        median(rounds.map(({ theirs }) => theirs[name]))
          .toFixed(1)
          .padStart(12) +
        median(rounds.map(({ ours }) => ours[name]))
          .toFixed(1)
          .padStart(12) +
        `${median(ratios).toFixed(1)} ×`.padStart(10) +
        `  (${least.toFixed(1)} to ${most.toFixed(1)})`,
    )
  }
}

async function measureOpenWebui(browser: Browser): Promise<Measured> {
  const started = performance.now()
  await using webui = await startOpenWebui(RELEASE)
  const readyMs = webui.readyAt - started
  await callWith(webui.adminToken, 'POST', `${webui.url}/openai/config/update`, {
    ENABLE_OPENAI_API: true,
    OPENAI_API_BASE_URLS: [model.url],
    OPENAI_API_KEYS: ['sk-model'],
    OPENAI_API_CONFIGS: { 0: { enable: true, model_ids: ['garden'] } },
  })
  await callWith(webui.adminToken, 'GET', `${webui.url}/api/models?refresh=true`)
  // Without this version in the settings, news of the release covers the page.
  const seen = { ui: { version: RELEASE } }
  await callWith(webui.adminToken, 'POST', `${webui.url}/api/v1/users/user/settings/update`, seen)
  const site = { url: webui.url, token: webui.adminToken, model: 'garden', pid: webui.pid, readyMs }
  return await measure(browser, site)
}

async function measureHub(browser: Browser): Promise<Measured> {
  const template = temporaryFolder()
  await writeFilesIn(template, {
    'agent.md': '---\nname: Garden\ntools: []\n---\nYou look after a garden.\n',
  })
  await using hub = await runHub({
    template,
    inOwnProcess: true,
    processes: 'usual',
    environment: {
      SVC_MODEL: 'compatible/garden-1',
      SVC_MODEL_BASE_URL: model.url,
      SVC_MODEL_API_KEY: 'sk-model',
    },
  })
  const { token } = await signUp(hub.url, { name: 'Ada', ...ADMIN })
  const { slug } = hub.ready.hubs[0]!
  const site = { url: hub.url, token, model: slug, pid: hub.process.pid, readyMs: hub.msToReady }
  return await measure(browser, site)
}

async function measure(browser: Browser, site: Site): Promise<Measured> {
  console.log(`measuring ${site.url}`)
  const turns: { firstPieceMs: number; wholeTurnMs: number }[] = []
  const lists: number[] = []
  await turn(site)
  for (let n = 0; n < TURNS; n++) {
    turns.push(await turn(site))
    const from = performance.now()
    await callWith(site.token, 'GET', `${site.url}/api/models`)
    lists.push(performance.now() - from)
  }
  const page = await openPage(browser, site)
  const pids = await processTree(site.pid)
  return {
    readyMs: site.readyMs,
    memoryMb: pids.reduce((sum, pid) => sum + memoryOf(pid), 0),
    firstPieceMs: median(turns.map(({ firstPieceMs }) => firstPieceMs)),
    wholeTurnMs: median(turns.map(({ wholeTurnMs }) => wholeTurnMs)),
    modelListMs: median(lists),
    ...page,
  }
}

async function turn({ url, token, model: name }: Site) {
  const from = performance.now()
  const response = await fetch(`${url}/api/chat/completions`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify({ model: name, stream: true, messages: [{ role: 'user', content: 'When?' }] }),
  })
  let [text, firstPieceMs] = ['', 0]
  for await (const piece of response.body!.pipeThrough(new TextDecoderStream())) {
    text += piece
    if (firstPieceMs === 0 && /"content": ?"Roses/.test(text)) firstPieceMs = performance.now() - from
  }
  if (firstPieceMs === 0) throw new Error(`no answer from ${url}: ${response.status} ${text.slice(0, 500)}`)
  return { firstPieceMs, wholeTurnMs: performance.now() - from }
}

/** A first visit with an empty cache, until the message field accepts text. */
async function openPage(browser: Browser, { url, token }: Site) {
  await using stack = new AsyncDisposableStack()
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  stack.defer(() => context.close())
  await context.addCookies([{ name: 'token', value: token, url }])
  await context.addInitScript((session) => localStorage.setItem('token', session), token)
  const page = await context.newPage()
  const session = await context.newCDPSession(page)
  await session.send('Network.enable')
  let [pageRequests, bytes] = [0, 0]
  session.on('Network.requestWillBeSent', () => void pageRequests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => void (bytes += encodedDataLength))
  const from = performance.now()
  await page.goto(url, { timeout: PAGE_TIMEOUT_MS, waitUntil: 'commit' })
  await page.locator('#chat-input, textarea').first().waitFor({ timeout: PAGE_TIMEOUT_MS })
  const [pageMs, pageKb, requests] = [performance.now() - from, bytes / 1024, pageRequests]
  const shown: number[] = []
  await shownPiece(page, url)
  for (let n = 0; n < SHOWN_TURNS; n++) shown.push(await shownPiece(page, url))
  return { shownPieceMs: median(shown), pageMs, pageRequests: requests, pageKb }
}

async function shownPiece(page: Page, url: string): Promise<number> {
  await page.goto(url, { timeout: PAGE_TIMEOUT_MS })
  await page.locator('#chat-input, textarea').first().click()
  await page.keyboard.insertText('When do roses bloom?')
  const shown = await page.evaluateHandle(() => {
    const answers = () => document.body.innerText.split('Roses bloom').length
    const before = answers()
    let from = 0
    addEventListener('keydown', () => void (from = performance.now()), { capture: true, once: true })
    const ms = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (answers() === before) return
        observer.disconnect()
        resolve(performance.now() - from)
      })
      observer.observe(document.body, { childList: true, subtree: true, characterData: true })
    })
    return { ms }
  })
  await page.keyboard.press('Enter')
  return await shown.evaluate(({ ms }) => ms)
}
