import type { Page } from 'playwright-core'
import { LONG_WORD, startChatWorld } from './chat-world.ts'
import { CHAT_LOOKS, orSay, type Taking } from './looks.ts'
import { settled } from './chat-states.ts'
import { picture } from './picture.ts'

/** A page of the web chat: its name, its address, and what is done there before the picture. */
type ChatPage = [name: string, path: string, open: (page: Page) => Promise<unknown>]

/** Every page of the web chat in each of its looks. */
export async function takeChatPages({ browser, folder, looks }: Taking): Promise<void> {
  await using started = await startChatWorld()
  const { hub, ann, chats } = started
  for (const [look, options] of Object.entries(looks(CHAT_LOOKS))) {
    const context = await browser.newContext(options)
    const page = await context.newPage()
    page.setDefaultTimeout(15_000)
    const isForeign = options.locale !== undefined
    // What is pressed there is found by English words.
    const inLanguage = ([, , open]: ChatPage) => !isForeign || STILL.has(open)
    const take = ([name, path, open]: ChatPage) =>
      orSay(name, look, async () => {
        await page.goto(hub.url + path)
        await (isForeign ? settled(page) : open(page))
        await page.locator('main .animate-breathe').first().waitFor({ state: 'detached' })
        await picture(page, `${name}-${look}`, folder)
      })
    for (const shown of entryPages(ann.account.email).filter(inLanguage)) await take(shown)
    await context.addCookies([{ name: 'token', value: ann.token, url: hub.url }])
    for (const shown of insidePages(chats).filter(inLanguage)) await take(shown)
    await context.close()
  }
}

/** Pages of which nothing is pressed. */
const STILL = new Set<ChatPage[2]>([entry, written, answered, settings])

async function entry(page: Page): Promise<void> {
  await page.getByRole('button', { name: /^(Sign in|Create account)$/ }).waitFor()
}

const entryPages = (email: string): readonly ChatPage[] => [
  ['chat-sign-in', '/', entry],
  [
    'chat-sign-in-refused',
    '/',
    async (page) => {
      await page.getByLabel('Email').fill(email)
      await page.getByLabel('Password', { exact: true }).fill('not the password')
      await page.getByRole('button', { name: 'Sign in' }).click()
      await page.getByRole('alert').waitFor()
    },
  ],
  [
    'chat-sign-up',
    '/',
    async (page) => {
      await page.getByRole('button', { name: 'Sign up' }).click()
      await page.getByRole('button', { name: 'Create account' }).click()
      await page.getByText('Name is needed.').waitFor()
    },
  ],
]

// oxlint-disable-next-line max-lines-per-function -- one flat list, a page after the other
function insidePages(chats: { handbook: string; odd: string; failed: string }): readonly ChatPage[] {
  return [
    ['chat-start', '/', written],
    ['chat-handbook', chats.handbook, answered],
    [
      'chat-handbook-steps',
      chats.handbook,
      async (page) => {
        await answered(page)
        for (const steps of await page.getByRole('button', { name: /steps?/ }).all()) await steps.click()
        await page.getByRole('log').evaluate((log) => log.parentElement!.scrollTo(0, 0))
      },
    ],
    ['chat-odd', chats.odd, answered],
    [
      'chat-failed',
      chats.failed,
      (page) =>
        page
          .getByText(/^Code: /)
          .first()
          .waitFor(),
    ],
    ['chat-list', '/', withSidebar],
    [
      'chat-search-none',
      '/',
      async (page) => {
        await withSidebar(page)
        await page.getByRole('searchbox').fill(`nothing like ${LONG_WORD}`)
        await page.getByText(/^No chat matches/).waitFor()
      },
    ],
    [
      'chat-menu',
      chats.handbook,
      async (page) => {
        await answered(page)
        await openChatMenu(page)
      },
    ],
    ['chat-rename', chats.odd, async (page) => act(page, 'Rename')],
    ['chat-delete', chats.odd, async (page) => act(page, 'Delete')],
    [
      'chat-account',
      '/',
      async (page) => {
        await withSidebar(page)
        await page.getByRole('button', { name: /^Account / }).click()
        await page.getByRole('menu').waitFor()
      },
    ],
    ...['profile', 'password', 'connections', 'key', 'appearance', 'integrations'].map((tab): ChatPage => [
      `chat-settings-${tab}`,
      `/?settings=${tab}`,
      settings,
    ]),
    [
      'chat-provider',
      '/?settings=integrations',
      async (page) => {
        await settings(page)
        await page.getByRole('button', { name: 'Add provider' }).click()
        await page.getByRole('button', { name: 'Save' }).click()
        await page.getByText('Name is needed.').waitFor()
      },
    ],
    [
      'chat-provider-stored',
      '/?settings=integrations',
      async (page) => {
        await settings(page)
        await page.getByRole('button', { name: /^Edit/ }).click()
        await page.getByRole('textbox', { name: 'Extra parameters' }).scrollIntoViewIfNeeded()
      },
    ],
    [
      'chat-missing',
      '/c/00000000-0000-4000-8000-000000000000',
      (page) => page.getByRole('heading', { level: 1 }).waitFor(),
    ],
    // The last one: what it starts goes on.
    [
      'chat-answering',
      '/',
      async (page) => {
        await written(page)
        await page.getByRole('textbox', { name: 'Message' }).fill('Tell me slowly')
        await page.getByRole('button', { name: 'Send' }).click()
        await page.getByText('The first words').waitFor()
      },
    ],
  ]
}

async function written(page: Page): Promise<void> {
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
}

async function answered(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  // Code gets its colours a moment after it is shown.
  if ((await page.locator('figure code').count()) > 0)
    await page.locator('figure span[style]').first().waitFor()
}

async function withSidebar(page: Page): Promise<void> {
  await written(page)
  const open = page.getByRole('button', { name: 'Open sidebar' })
  if (await open.isVisible()) await open.click()
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first().waitFor()
}

async function openChatMenu(page: Page): Promise<void> {
  await page
    .getByRole('banner')
    .getByRole('button', { name: /^Options for/ })
    .click()
  await page.getByRole('menu').waitFor()
}

async function act(page: Page, name: string): Promise<void> {
  await answered(page)
  await openChatMenu(page)
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole(name === 'Delete' ? 'alertdialog' : 'dialog').waitFor()
}

async function settings(page: Page): Promise<void> {
  const dialog = page.getByRole('dialog', { name: 'Settings' })
  await dialog.waitFor()
  await dialog.getByRole('tabpanel').waitFor()
}
