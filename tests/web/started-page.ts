import { once } from 'node:events'
import { cp, mkdtemp, rm } from 'node:fs/promises'
import { connect, createServer, type AddressInfo, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestContext } from 'node:test'
import { fileURLToPath } from 'node:url'
import type { Page } from 'playwright-core'
import { startTestChatapp, type ChatappSettings } from '../chatapp/started-chatapp.ts'
import { openBrowser } from '../support/browser.ts'
import { atProcessEnd } from '../support/process-end.ts'

/** A copy of the built pages: a build that runs meanwhile takes them away for a moment. */
const PAGES = await mkdtemp(join(tmpdir(), 'hub-pages-'))
await cp(fileURLToPath(new URL('../../web/dist/chat', import.meta.url)), PAGES, { recursive: true })
atProcessEnd(() => rm(PAGES, { recursive: true, force: true }))

export const ANN = { name: 'Ann Lee', email: 'ann@example.com', password: 'correct horse battery' }

/** The built page on a real web chat, in a browser, with a scriptable agent behind it and a line that can be cut. */
export async function startTestPage(t: TestContext, settings: ChatappSettings = {}) {
  const chatapp = await startTestChatapp(t, { pagesFolder: PAGES, ...settings })
  const line = await openLine(t, Number(new URL(chatapp.url).port))
  const browser = await openBrowser()
  t.after(() => browser[Symbol.asyncDispose]())
  const page = await browser.newPage()
  return { chatapp, agent: chatapp.agent, line, browser, page, url: line.url }
}

/** Make an account and come back to the page with it: the first account is the administrator's, who sees every agent. */
export async function signUp(page: Page, url: string, person = ANN): Promise<void> {
  const answer = await page.request.post(`${url}/api/v1/auths/signup`, { data: person })
  if (!answer.ok()) throw new Error(`the sign-up answered ${answer.status()}: ${await answer.text()}`)
  await page.goto(url)
}

export const things = (page: Page) => ({
  message: page.getByRole('textbox', { name: 'Message' }),
  answers: page.getByRole('article', { name: 'Answer' }),
  questions: page.getByRole('article', { name: 'Your message' }),
  stop: page.getByRole('button', { name: 'Stop' }),
  regenerate: page.getByRole('button', { name: 'Regenerate' }),
  async send(text: string) {
    await page.getByRole('textbox', { name: 'Message' }).fill(text)
    await page.keyboard.press('Enter')
  },
})

/** A way to a port on this machine that can be cut, as a network can. */
async function openLine(t: TestContext, port: number) {
  const open = new Set<Socket>()
  let isCut = false
  const server = createServer((near) => {
    if (isCut) return near.destroy()
    const far = connect(port, '127.0.0.1')
    for (const [one, other] of [
      [near, far],
      [far, near],
    ] as const) {
      open.add(one)
      one.pipe(other)
      one.on('error', () => other.destroy())
      one.on('close', () => {
        open.delete(one)
        other.destroy()
      })
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const cut = () => {
    isCut = true
    for (const socket of open) socket.destroy()
  }
  t.after(() => {
    cut()
    server.close()
  })
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    cut,
    mend: () => void (isCut = false),
  }
}

/** Something a test decides the moment of. */
export function signal() {
  const { promise, resolve } = Promise.withResolvers<void>()
  return { given: promise, give: () => resolve() }
}
