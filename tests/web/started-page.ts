import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Locator, Page } from 'playwright-core'
import { emailOf, PASSWORD, startTestChatapp, type ChatappSettings } from '../chatapp/started-chatapp.ts'
import { openBrowser, type RunningBrowser } from '../support/browser.ts'
import type { Ending } from '../support/console.ts'
import { joinSockets } from '../support/joined-sockets.ts'
import { atProcessEnd } from '../support/process-end.ts'
import { follow } from '../web-console/console-page.ts'

/** A copy of the built pages, because a concurrent build removes them for a moment. */
export const PAGES = await mkdtemp(join(tmpdir(), 'hub-pages-'))
await cp(fileURLToPath(new URL('../../web/dist/chat', import.meta.url)), PAGES, { recursive: true })
atProcessEnd(() => rm(PAGES, { recursive: true, force: true }))

export const ANN = { name: 'Ann Lee', email: emailOf('Ann Lee'), password: PASSWORD }

export async function startTestPage(t: TestContext, settings: ChatappSettings = {}) {
  const started = await startOnLine(t, settings)
  return { ...started, ...(await openPage(t)) }
}

async function startOnLine(t: Ending, settings: ChatappSettings) {
  const chatapp = await startTestChatapp(t, { pagesFolder: PAGES, ...settings })
  const line = await openLine(t, Number(new URL(chatapp.url).port))
  return { chatapp, agent: chatapp.agent, line, url: line.url }
}

export async function openPage(t: Ending, person?: { url: string; token: string }) {
  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  if (person) await signIn(browser, person)
  return { browser, page: await browser.newPage() }
}

export const signIn = ({ context }: RunningBrowser, { url, token }: { url: string; token: string }) =>
  context.addCookies([{ name: 'token', value: token, url, httpOnly: true, sameSite: 'Lax' }])

/** The first account is an administrator, who sees each agent. */
export async function signUp(page: Page, url: string, person = ANN): Promise<void> {
  const answer = await page.request.post(`${url}/api/v1/auths/signup`, { data: person })
  if (!answer.ok()) throw new Error(`the sign-up answered ${answer.status()}: ${await answer.text()}`)
  await page.goto(url)
}

export const sharedChat = () => (shared ??= startShared())
let shared: ReturnType<typeof startShared> | undefined

async function startShared() {
  const end: Ending = { after: atProcessEnd }
  const started = await startOnLine(end, { apiKeys: true })
  const ann = await started.chatapp.signUp(ANN.name)
  const { url, chatapp } = started
  return {
    ...started,
    ann: { ...ann, url },
    async addAdministrator(name: string) {
      const client = await chatapp.signUp(name)
      await ann.post(`/api/v1/users/${client.id}/update`, { role: 'admin' })
      return { ...client, url }
    },
  }
}

export async function openNewChat(t: TestContext) {
  const world = await sharedChat()
  const opened = await (annsPage ??= openPage({ after: atProcessEnd }, world.ann))
  const earlier = world.agent.completions.length
  t.after(() => leave(world, opened))
  if (!(await cameToNewChat(opened.page, world.url))) {
    await signIn(opened.browser, world.ann)
    await opened.page.goto(world.url)
  }
  return { ...world, ...opened, completions: () => world.agent.completions.slice(earlier) }
}
let annsPage: ReturnType<typeof openPage> | undefined

async function cameToNewChat(page: Page, url: string): Promise<boolean> {
  if (!page.url().startsWith(`${url}/`)) return false
  await follow(page, '/')
  const welcome = page.getByRole('heading', { name: 'Garden helper' })
  return welcome.waitFor({ timeout: 3000 }).then(
    () => true,
    () => false,
  )
}

async function leave({ agent, line }: Shared, { page, browser }: Awaited<ReturnType<typeof openPage>>) {
  line.mend()
  agent.forget()
  agent.notify({})
  browser.complaints.length = 0
  for (const event of ['console', 'request']) page.removeAllListeners(event)
  for (const other of browser.context.pages()) if (other !== page) await other.close()
  await page.setViewportSize({ width: 1280, height: 800 })
  await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
}

type Shared = Awaited<ReturnType<typeof startShared>>

export const hasFocus = (field: Locator): Promise<boolean> =>
  field.evaluate((element) => element === document.activeElement)

export const things = (page: Page) => ({
  message: page.getByRole('textbox', { name: 'Message' }),
  answers: page.getByRole('article', { name: 'Answer' }),
  questions: page.getByRole('article', { name: 'Your message' }),
  stop: page.getByRole('button', { name: 'Stop' }),
  regenerate: page.getByRole('button', { name: 'Regenerate' }),
  async send(text: string) {
    const box = page.getByRole('textbox', { name: 'Message' })
    await box.fill(text)
    await box.press('Enter')
  },
})

async function openLine(t: Ending, port: number) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    joinSockets(near, connect(port, '127.0.0.1'), open)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  t.after(async () => {
    cut()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => void (isCut = false),
  }
}

export function signal() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { given: promise, give: () => resolve() }
}
