import type { Page } from 'playwright-core'
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

export async function walk(
  look: (page: Page, path: string, opened: ConsoleBrowser) => Promise<void>,
  begin: (page: Page) => void = () => {},
): Promise<void> {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  begin(page)
  await page.goto(`${hub.url}/portal/`)
  const walked = [...(await railOf(page)), ...BESIDE_RAIL]
  for (const [index, [path, title]] of walked.entries()) {
    // With an equal title, the wait for the heading would end on the previous page.
    const isLoaded = title === walked[index - 1]?.[1]
    if (index > 0) await (isLoaded ? page.goto(`${hub.url}/portal${path}`) : follow(page, `/portal${path}`))
    await heading(page, title).waitFor()
    await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    await look(page, path, opened)
  }
}

async function railOf(page: Page): Promise<[path: string, title: string][]> {
  const links = page.getByRole('navigation', { name: 'Pages', exact: true }).getByRole('link')
  await links.first().waitFor()
  const all = await links.evaluateAll((found) =>
    found.map((link): [string, string] => [link.getAttribute('href')!, link.textContent.trim()]),
  )
  return all.flatMap(([href, title]) =>
    href.startsWith('/portal')
      ? [[href.slice('/portal'.length) || '/', title === 'Settings' ? 'Web chat models' : title]]
      : [],
  )
}
