import type { Locator, Page, Route } from 'playwright-core'
import { answered, written, type ChatPage } from './chat-page.ts'
import type { StartedChat } from './chat-world.ts'

export const chatMoments = (chats: StartedChat['chats']): readonly ChatPage[] => [
  ['moment-rich', chats.rich, async (page) => [await drawn(page), await toBeginning(page)]],
  ['moment-rich-end', chats.rich, drawn],
  ['moment-picture', chats.rich, pressed('Open picture: Drawing', drawn)],
  ['moment-rating', chats.handbook, pressed('Bad answer')],
  ['moment-editing', chats.handbook, editing],
  ['moment-artifact', chats.saved, published],
  ['moment-palette', chats.handbook, palette('')],
  ['moment-palette-none', chats.handbook, palette('nothing like it')],
  ['moment-prompts', '/', prompts],
  ...['security', 'instructions', 'prompts', 'data'].map((tab): ChatPage => [
    `moment-settings-${tab}`,
    `/?settings=${tab}`,
    (page) => page.getByRole('dialog').getByRole('tabpanel').waitFor(),
  ]),
  ['moment-print', chats.handbook.replace('/c/', '/print/'), (page) => page.locator('main h1').waitFor()],
  ['moment-loading', '/', held],
  ['moment-error', '/', refused],
  ['moment-lost', chats.handbook, lost],
  ['moment-branches', chats.handbook, branches],
  ['moment-queued', '/', queued],
]

const drawn = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  await page.getByRole('button', { name: 'Open picture: Drawing' }).waitFor()
  await page.locator('.not-drawn').waitFor()
}

const toBeginning = (page: Page): Promise<void> =>
  page.getByRole('log').evaluate((log) => log.parentElement!.scrollTo(0, 0))

const pressed =
  (name: string | RegExp, first = answered) =>
  async (page: Page): Promise<void> => {
    await first(page)
    await page.getByRole('button', { name }).first().click()
    await page.getByRole('dialog').or(page.getByRole('complementary')).first().waitFor()
  }

async function branches(page: Page): Promise<void> {
  await answered(page)
  await page.getByRole('button', { name: 'Regenerate' }).click()
  await page.getByRole('button', { name: 'Previous version' }).waitFor()
  await answered(page)
  await page.getByRole('button', { name: 'Branches of this chat' }).first().click()
  await page.getByRole('dialog').waitFor()
}

async function editing(page: Page): Promise<void> {
  await answered(page)
  const question = page.getByRole('article', { name: 'Your message' }).first()
  await question.hover()
  await question.getByRole('button', { name: 'Edit' }).click()
  await page.getByRole('textbox', { name: 'Edit message' }).waitFor()
}

async function published(page: Page): Promise<void> {
  await answered(page)
  const open = page.getByText('Open · v1 · only me')
  const publish = page.getByRole('button', { name: 'Publish plan.md…' })
  await open.or(publish).first().waitFor()
  if (await publish.isVisible()) {
    await publish.click()
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: 'Publish' }).click()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }
  await open.click()
  await page.getByText('nothing in January').waitFor()
}

const palette = (text: string) => async (page: Page) => {
  await answered(page)
  await page.keyboard.press('Control+k')
  const box = page.getByRole('combobox', { name: /^Search chats/ })
  await box.fill(text)
  await page.getByRole('option').or(page.getByText('Nothing matches.')).first().waitFor()
}

async function prompts(page: Page): Promise<void> {
  await written(page)
  await page.getByRole('textbox', { name: 'Message' }).pressSequentially('/')
  await page.getByRole('option').first().waitFor()
}

const held = (page: Page): Promise<void> => whileChatIs(page, () => {}, page.locator('main[aria-busy]'))

const refused = (page: Page): Promise<void> =>
  whileChatIs(
    page,
    (route) => route.fulfill({ status: 503, json: { detail: 'The store is away' } }),
    page.getByRole('heading', { name: 'This chat couldn’t be loaded' }),
  )

async function whileChatIs(page: Page, answer: (route: Route) => unknown, shown: Locator): Promise<void> {
  const missing = '00000000-0000-4000-8000-000000000000'
  await page.route(`**/api/v1/chats/${missing}**`, answer)
  await page.goto(new URL(`/c/${missing}`, page.url()).href)
  await shown.waitFor()
}

async function lost(page: Page): Promise<void> {
  await answered(page)
  await page.context().setOffline(true)
  try {
    await page.getByRole('textbox', { name: 'Message' }).fill('Are you there?')
    await page.locator('button[type=submit]').click()
    await page.getByRole('button', { name: 'Try now' }).waitFor()
  } finally {
    await page.context().setOffline(false)
  }
}

async function queued(page: Page): Promise<void> {
  await written(page)
  const message = page.getByRole('textbox', { name: 'Message' })
  const send = async (text: string) => {
    await message.fill(text)
    await page.locator('button[type=submit]').click()
  }
  await send('Tell me slowly')
  await page.getByText('The first words').waitFor()
  for (const text of ['And then about beans', 'And about the shed']) await send(text)
  await page.locator('form').getByText('And about the shed').waitFor()
}
