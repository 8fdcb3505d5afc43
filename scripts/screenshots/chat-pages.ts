import type { Page } from 'playwright-core'
import { chatMoments } from './chat-moments.ts'
import {
  answered,
  openChatMenu,
  settings,
  signingIn,
  takeInside,
  written,
  type ChatPage,
} from './chat-page.ts'
import { LONG_WORD, type StartedChat } from './chat-world.ts'
import type { Taking } from './looks.ts'

export const takeChatPages = (taking: Taking): Promise<void> =>
  takeInside(taking, { entry: entryPages, inside: insidePages })

export const takeChatMoments = (taking: Taking): Promise<void> =>
  takeInside(taking, { entry: () => [], inside: chatMoments })

const entryPages = (email: string): readonly ChatPage[] => [
  ['chat-sign-in', '/', signingIn],
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
      await page.locator('[aria-invalid=true]').first().waitFor()
    },
  ],
]

// oxlint-disable-next-line max-lines-per-function -- one flat list, a page after the other
function insidePages(chats: StartedChat['chats']): readonly ChatPage[] {
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
    ['chat-delete', chats.odd, deleteCopy],
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
        await page.locator('[aria-invalid=true]').first().waitFor()
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
    // Must be last, because its turn does not end.
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

async function withSidebar(page: Page): Promise<void> {
  await written(page)
  const open = page.getByRole('button', { name: 'Open sidebar' })
  if (await open.isVisible()) await open.click()
  await page.getByRole('navigation', { name: 'Chats' }).getByRole('link').first().waitFor()
}

async function act(page: Page, name: string): Promise<void> {
  await answered(page)
  await openChatMenu(page)
  await page.getByRole('menuitem', { name }).click()
  await page.getByRole('dialog').waitFor()
}

/** Deletes a copy, because the next look needs the chat. */
async function deleteCopy(page: Page): Promise<void> {
  await answered(page)
  const copy = await page.evaluate(async () => {
    const id = location.pathname.split('/').at(-1)
    const headers = { 'content-type': 'application/json' }
    const answer = await fetch(`/api/v1/chats/${id}/clone`, { method: 'POST', headers, body: '{}' })
    return (await answer.json()).id as string
  })
  await page.goto(new URL(`/c/${copy}`, page.url()).href)
  await answered(page)
  await openChatMenu(page)
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('button', { name: 'Undo' }).waitFor()
}
