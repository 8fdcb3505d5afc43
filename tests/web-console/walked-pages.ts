import type { Page } from 'playwright-core'
import { LANGUAGES } from '../../web/console/app/languages/languages.ts'
import { problems, shell, signedOut } from '../../web/console/app/messages.ts'
import { pages } from '../../web/console/kit/page-messages.ts'
import { artifactTexts } from '../../web/ui/artifacts/messages.ts'
import { follow, heading, openConsole, type ConsoleBrowser } from './console-page.ts'
import { BOB, seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()

/**
 * Pages and page states without an entry in the navigation rail, with their titles. `walk` adds the pages of the
 * rail.
 */
const BESIDE_RAIL: readonly (readonly [path: string, title: string])[] = [
  ['/?period=7d', 'Overview'],
  ['/notices', 'Notices'],
  ['/people?q=nobody-at-all', 'People'],
  [`/people/${BOB.email}`, BOB.name],
  [`/hubs/${slug}`, 'Demo agent'],
  [`/hubs/${slug}/access`, 'Demo agent'],
  [`/hubs/${slug}/activity`, 'Demo agent'],
  [`/hubs/${slug}/activity/inbox`, 'Demo agent'],
  [`/hubs/${slug}/activity/messages`, 'Demo agent'],
  [`/hubs/${slug}/activity/traces`, 'Demo agent'],
  [`/hubs/${slug}/ratings`, 'Demo agent'],
  [`/hubs/${slug}/files`, 'Demo agent'],
  [`/hubs/${slug}/budgets`, 'Demo agent'],
  [`/hubs/${slug}/settings`, 'Demo agent'],
  ['/permissions', 'Permissions'],
  ['/organization', 'Organization'],
  ['/messages', 'Messages'],
  ['/who-is-who', 'Who is who'],
  ['/access-changes?range=custom', 'Access changes'],
  ['/machines', 'Instances'],
  ['/yours', 'Your pages'],
  ['/change-requests', 'Change requests'],
  ['/artifacts', 'Artifacts'],
  ['/connections', 'Connections'],
  ['/memory', 'Memory'],
  ['/mcp', 'MCP'],
  ['/artifacts?view=shared', 'Artifacts'],
  ['/artifacts/none', 'No such artifact'],
  ['/web-chat/sign-up', 'Sign-up and banner'],
  ['/web-chat/groups', 'Groups'],
  ['/web-chat/sign-ins', 'Sign-ins'],
  ['/web-chat/providers', 'Providers'],
  ['/web-chat/mail', 'Mail'],
  ['/nowhere', 'Page not found'],
  ['/signed-in', 'You are signed in'],
]

export interface Walk {
  begin?: (page: Page) => void
  /** Tag of the pages' language, default English. */
  language?: string
}

export async function walk(
  look: (page: Page, path: string, opened: ConsoleBrowser) => Promise<void>,
  { begin, language = 'en' }: Walk = {},
): Promise<void> {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  begin?.(page)
  await page.goto(`${hub.url}/portal/`)
  const translate = await openTranslation(page, language)
  const beside = BESIDE_RAIL.map(([path, title]) => [path, translate(title)] as const)
  const walked = [...(await railOf(page, translate)), ...beside]
  for (const [index, [path, title]] of walked.entries()) {
    // With an equal title, the wait for the heading would end on the previous page.
    const isLoaded = title === walked[index - 1]?.[1]
    if (index > 0) await (isLoaded ? page.goto(`${hub.url}/portal${path}`) : follow(page, `/portal${path}`))
    await heading(page, title).waitFor()
    await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    await look(page, path, opened)
  }
}

type Translate = (english: string) => string

/** Texts of pages, problems and the navigation rail; names stay unchanged. */
async function openTranslation(page: Page, tag: string): Promise<Translate> {
  const language = await LANGUAGES.find((one) => one.tag === tag)!.load?.()
  if (!language) return (english) => english
  await page.evaluate((chosen) => localStorage.setItem('language', chosen), tag)
  await page.reload()
  const translated = new Map<unknown, string>()
  const english = {
    'console.pages': pages,
    'console.app.problems': problems,
    'console.app.shell': shell,
    'console.app.signedOut': signedOut,
    'ui.artifacts': artifactTexts,
  }
  const add = (texts: object, words: object): void => {
    for (const [key, text] of Object.entries(texts)) {
      const word = (words as Readonly<Record<string, unknown>>)[key]
      if (typeof word === 'string') translated.set(text, word)
      else if (typeof text === 'object') add(text as object, word as object)
    }
  }
  for (const [name, texts] of Object.entries(english)) add(texts, language.catalogue[name]!)
  return (text) => translated.get(text) ?? text
}

async function railOf(page: Page, translate: Translate): Promise<[path: string, title: string][]> {
  const rail = page.getByRole('navigation', { name: translate('Pages'), exact: true })
  const links = rail.getByRole('link')
  await links.first().waitFor()
  const all = await links.evaluateAll((found) =>
    found.map((link): [string, string] => [link.getAttribute('href')!, link.textContent.trim()]),
  )
  return all.flatMap(([href, title]) =>
    href.startsWith('/portal')
      ? [
          [
            href.slice('/portal'.length) || '/',
            href === '/portal/web-chat' ? translate('Web chat models') : title,
          ],
        ]
      : [],
  )
}
