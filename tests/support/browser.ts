import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { atProcessEnd } from './process-end.ts'

/** The browser that people use. */
const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The same engine without a window around its pages: they take a fifth less of the processor. */
const SHELL = '/usr/bin/chromium-headless-shell'

export interface RunningBrowser extends AsyncDisposable {
  readonly context: BrowserContext
  /** Errors the pages threw, and what they did against their policy, for a last look. */
  readonly complaints: string[]
  newPage(): Promise<Page>
}

interface Profile {
  readonly context: BrowserContext
  readonly page: Page
}

let launched: Promise<Browser> | undefined
atProcessEnd(async () => (await launched)?.close())

/** Profiles nobody uses now, as empty as new ones. Their pages keep what costs most: a process and the compiled scripts. */
const idle: Profile[] = []

/** Open an empty browser profile in the system's Chromium, which starts once per test process and ends with it. */
export async function openBrowser({ width = 1280, height = 800 } = {}): Promise<RunningBrowser> {
  const profile = idle.pop() ?? (await createProfile())
  const { context } = profile
  const complaints: string[] = []
  let isGiven = false
  return {
    context,
    complaints,
    async newPage() {
      const page = isGiven ? await context.newPage() : profile.page
      isGiven = true
      await page.setViewportSize({ width, height })
      page.on('pageerror', (error) => complaints.push(String(error)))
      page.on('console', (message) => {
        if (isAgainstOurPolicy(message.text())) complaints.push(message.text())
      })
      return page
    },
    async [Symbol.asyncDispose]() {
      if (await isEmptied(profile)) idle.push(profile)
      else await context.close()
    },
  }
}

/** Files that are shown have policies of their own, against which some of them are meant to sin. */
const isAgainstOurPolicy = (text: string): boolean =>
  text.includes("Content Security Policy directive 'style-src 'self''") ||
  text.includes("Content Security Policy directive 'default-src 'self''")

async function createProfile(): Promise<Profile> {
  const browser = await (launched ??= launchChromium())
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(15_000)
  return { context, page: await context.newPage() }
}

/** Take all out of a profile that its user left there; false where that does not work, as in a page that was closed. */
async function isEmptied({ context, page }: Profile): Promise<boolean> {
  try {
    for (const other of context.pages()) if (other !== page) await other.close()
    for (const event of LISTENED) page.removeAllListeners(event)
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await page.evaluate(emptyStorage)
    await page.goto('about:blank')
    await context.clearCookies()
    await page.emulateMedia({ colorScheme: 'light', reducedMotion: 'reduce' })
    return true
  } catch {
    return false
  }
}

/** Of pages, by tests. */
const LISTENED = ['console', 'dialog', 'pageerror', 'request', 'response']

/** A page that is not of a server has none. */
const emptyStorage = `try { localStorage.clear(); sessionStorage.clear() } catch {}`

/**
 * Parts of Chromium that no test uses and that cost more than the pages themselves: pages of its own behind each window's
 * address bar, and a process in stock for each profile. After them those that Playwright turns off, as the last list counts.
 */
const TURNED_OFF = [
  'WebUIOmniboxPopup',
  'WebUIOmniboxAimPopup',
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]

const launchChromium = (): Promise<Browser> =>
  chromium.launch(existsSync(SHELL) ? started(SHELL) : wholeChromium())

/** How to start the Chromium that people use, quiet on the network. @throws When it is not installed. */
export function wholeChromium(): Start {
  const executablePath = WHOLE.find(existsSync)
  if (!executablePath) throw new Error('no Chromium found; install Debian’s package "chromium"')
  return started(executablePath)
}

interface Start {
  executablePath: string
  args: string[]
}

const started = (executablePath: string): Start => ({
  executablePath,
  args: [
    ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
    '--disable-gpu',
    `--disable-features=${TURNED_OFF.join(',')}`,
    '--disable-quic',
    '--no-first-run',
    '--disable-background-networking',
    '--disable-component-update',
    '--disable-sync',
  ],
})
