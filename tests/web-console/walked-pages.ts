import type { Page } from 'playwright-core'
import { follow, heading, openConsole, type ConsoleBrowser } from './console-page.ts'
import { BOB, seededConsole } from './started-console.ts'

const { hub, slug, ann } = await seededConsole()

/** Every page of the Console and some of their states, with the title of each. */
export const WALKED: readonly (readonly [path: string, title: string])[] = [
  ['/', 'Overview'],
  ['/?period=7d', 'Overview'],
  ['/people', 'People'],
  ['/people?q=nobody-at-all', 'People'],
  [`/people/${BOB.email}`, BOB.name],
  ['/hubs', 'Hubs'],
  [`/hubs/${slug}`, 'Demo agent'],
  [`/hubs/${slug}/budgets`, 'Budgets'],
  [`/hubs/${slug}/files`, 'Files'],
  [`/hubs/${slug}/ratings`, 'Ratings'],
  ['/organization', 'Organization'],
  ['/machines', 'Instances'],
  ['/permissions', 'Permissions'],
  ['/change-requests', 'Change requests'],
  ['/workflows', 'Workflows'],
  ['/runs', 'Runs'],
  ['/inbox', 'Inbox'],
  ['/messages', 'Messages'],
  ['/who-is-who', 'Who is who'],
  ['/audit', 'Audit'],
  ['/access-changes?range=custom', 'Access changes'],
  ['/artifacts', 'Artifacts'],
  ['/artifacts?view=shared', 'Artifacts'],
  ['/artifacts/none', 'No such artifact'],
  ['/connections', 'Connections'],
  ['/memory', 'Memory'],
  ['/traces', 'Traces'],
  ['/web-chat', 'Web chat settings'],
  ['/web-chat/sign-up', 'Sign-up and banner'],
  ['/web-chat/groups', 'Groups'],
  ['/web-chat/sign-ins', 'Sign-ins'],
  ['/web-chat/providers', 'Providers'],
  ['/mcp', 'MCP'],
  ['/nowhere', 'Page not found'],
  ['/signed-in', 'You are signed in'],
]

/** Lead one page of the administrator's through all of them, as links do, and look at each once it is whole. */
export async function walk(
  look: (page: Page, path: string, opened: ConsoleBrowser) => Promise<void>,
  begin: (page: Page) => void = () => {},
): Promise<void> {
  await using opened = await openConsole(hub.url, ann.token)
  const { page } = opened
  begin(page)
  for (const [index, [path, title]] of WALKED.entries()) {
    // A page with the title of the one before must not be taken for that one.
    const isLoaded = index === 0 || title === WALKED[index - 1]![1]
    await (isLoaded ? page.goto(`${hub.url}/portal${path}`) : follow(page, `/portal${path}`))
    await heading(page, title).waitFor()
    await page.locator('[aria-hidden].animate-breathe').first().waitFor({ state: 'detached' })
    await look(page, path, opened)
  }
}
