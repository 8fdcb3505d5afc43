/**
 * Takes the screenshots of the documentation. With a folder, instead takes every page and state in every look;
 * further arguments limit them: `screenshots.ts pictures chat phone-dark`.
 */
import { chromium, type Browser, type Page } from 'playwright-core'
import { ensureTestPackage } from '../bin/setup/test-package.mjs'
import { ensureWeb } from '../bin/setup/web.mjs'
import { runHub } from '../tests/support/running-hub.ts'
import { calls, says, startUpstream, type Upstream } from '../tests/support/upstream.ts'
import { takeArtifactPicture } from './screenshots/artifact-pages.ts'
import { takeConsolePictures } from './screenshots/console.ts'
import { takeEveryPage } from './screenshots/every-page.ts'
import { picture, SMALL } from './screenshots/picture.ts'

/** High enough for a question and its whole answer. */
const CHAT = { width: 1280, height: 920 }

const PROMPT = 'Summarise our handbook for a new colleague and save it as a file'

const ANSWER = `Here is the handbook in short. I saved it as [welcome.md](LINK), so you can hand it on.

| Topic | In short |
|:--|:--|
| Working hours | Nine to five, flexible about both |
| Holidays | Thirty days; say so two weeks ahead for a week or more |
| Expenses | Up to 50 per item: buy it and send the receipt |

A program can ask the same agent through the API:

\`\`\`ts
const answer = await client.chat.completions.create({
  model: 'garden-team',
  messages: [{ role: 'user', content: 'Summarise our handbook' }],
})
\`\`\`
`

const [folder, ...only] = process.argv.slice(2)
await ensureWeb()
await ensureTestPackage()
const browser = await chromium.launch({ executablePath: '/usr/bin/chromium', args: ['--no-sandbox'] })
try {
  if (folder) await takeEveryPage(browser, folder, only)
  else {
    await takePictures(browser)
    await takeConsolePictures(browser)
    await takeArtifactPicture(browser)
  }
} finally {
  await browser.close()
}

async function takePictures(browser: Browser): Promise<void> {
  await using provider = await startUpstream()
  await using hub = await runHub({
    environment: {
      SVC_MODEL: 'compatible/demo',
      SVC_MODEL_BASE_URL: provider.url,
      SVC_MODEL_API_KEY: 'none',
      SVC_PROCESSES: 'single',
    },
  })
  const context = await browser.newContext({ viewport: CHAT, deviceScaleFactor: 1.5, colorScheme: 'light' })
  const page = await context.newPage()
  await page.goto(hub.url)
  await page.getByRole('heading', { name: 'Create the first account' }).waitFor()
  await page.getByLabel('Name').fill('Ann Lee')
  await page.getByLabel('Email').fill('ann@example.org')
  await page.getByLabel('Password', { exact: true }).fill('correct horse battery')
  await page.getByRole('button', { name: 'Create account' }).click()
  await page.getByRole('textbox', { name: 'Message' }).waitFor()
  await haveConversation(page, provider)
  await picture(page, 'chat')

  const small = await browser.newContext(SMALL)
  await small.addCookies(await context.cookies())
  const smallPage = await small.newPage()
  await smallPage.goto(page.url())
  await colours(smallPage)
  await picture(smallPage, 'start-chat')
}

async function haveConversation(page: Page, provider: Upstream): Promise<void> {
  provider.script(
    calls({ id: 'read', name: 'read_file', input: { path: 'handbook.md' } }),
    calls({ id: 'save', name: 'save_file', input: { filename: 'welcome.md', content: '# Welcome\n' } }),
    (answer, request) => says(ANSWER.replace('LINK', savedLink(request.body.messages)))(answer, request),
  )
  await page.getByRole('textbox', { name: 'Message' }).fill(PROMPT)
  await page.getByRole('button', { name: 'Send' }).click()
  await page.getByRole('button', { name: 'Regenerate' }).waitFor()
  await colours(page)
}

/** Waits for syntax highlighting, which appears after the code. */
async function colours(page: Page): Promise<void> {
  await page.locator('figure span[style]').first().waitFor()
}

function savedLink(messages: readonly { content?: unknown }[] = []): string {
  return /\/artifacts\/[^"\s)\\]+/.exec(JSON.stringify(messages.at(-1)))?.[0] ?? '/artifacts/'
}
