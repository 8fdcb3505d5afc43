import type { Page } from 'playwright-core'
import { settled } from './chat-states.ts'
import { startChatWorld, type StartedChat } from './chat-world.ts'
import { CHAT_LOOKS, reportError, type Taking } from './looks.ts'
import { picture } from './picture.ts'

export type ChatPage = [name: string, path: string, open: (page: Page) => Promise<unknown>]

export interface Shown {
  entry(email: string): readonly ChatPage[]
  inside(chats: StartedChat['chats']): readonly ChatPage[]
}

export async function takeInside(
  { browser, folder, looks }: Taking,
  { entry, inside }: Shown,
): Promise<void> {
  await using started = await startChatWorld()
  const { hub, ann, chats } = started
  for (const [look, options] of Object.entries(looks(CHAT_LOOKS))) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const isForeign = options.locale !== undefined
    const inLanguage = ([, , open]: ChatPage) => !isForeign || STILL.has(open)
    const take = ([name, path, open]: ChatPage) =>
      reportError(name, look, async () => {
        await page.goto(hub.url + path)
        await (isForeign ? settled(page) : open(page))
        await page.locator('main:not([aria-busy]) div.animate-breathe').first().waitFor({ state: 'detached' })
        await picture(page, `${name}-${look}`, folder)
      })
    for (const shown of entry(ann.account.email).filter(inLanguage)) await take(shown)
    await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
    for (const shown of inside(chats).filter(inLanguage)) await take(shown)
    await context.close()
  }
}

const STILL = new Set<ChatPage[2]>([signingIn, written, answered, settings])

export async function signingIn(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Sign in|Create account)$/ }).waitFor()
}

export async function written(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
}

export async function answered(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  // Waits for syntax highlighting, which appears after the code.
  if ((await page.locator('figure code').count()) > 0)
    await page.locator('figure span[style]').first().waitFor()
}

export async function settings(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.waitFor()
  await dialog.getByRole('tabpanel').waitFor()
}

export async function openChatMenu(page: Page): Promise<void> {
  await page.locator('header button[aria-haspopup=menu]').last().click()
  await page.getByRole('menu').waitFor()
}
