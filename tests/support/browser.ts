import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { atProcessEnd } from './process-end.ts'

const WHOLE = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']
/** The engine without a window, which needs 20 % less CPU. */
const SHELL = '/usr/bin/chromium-headless-shell'

export interface RunningBrowser extends AsyncDisposable {
  readonly context: BrowserContext
  readonly complaints: string[]
  newPage(): Promise<Page>
}

interface Profile {
  readonly context: BrowserContext
  readonly page: Page
}

let launched: Promise<Browser> | undefined
atProcessEnd(async () => (await launched)?.close())

/** Emptied profiles for reuse, because a page's process and compiled scripts are expensive to create. */
const idle: Profile[] = []

/** Chromium starts once per test process. */
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

/**
 * Recognizes violations of the pages' own policy only. Displayed files have other policies, which some files violate
 * intentionally.
 */
const isAgainstOurPolicy = (text: string): boolean =>
  text.includes("Content Security Policy directive 'style-src 'self''") ||
  text.includes("Content Security Policy directive 'default-src 'self''")

async function createProfile(): Promise<Profile> {
  const browser = await (launched ??= launchChromium())
  const context = await browser.newContext({ reducedMotion: 'reduce' })
  context.setDefaultTimeout(15_000)
  return { context, page: await context.newPage() }
}

/** False if emptying fails, for example if the page was closed. */
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

const LISTENED = ['console', 'dialog', 'pageerror', 'request', 'response']

/** Access to storage throws on a page without an origin. */
const emptyStorage = `try { localStorage.clear(); sessionStorage.clear() } catch {}`

/**
 * Features of Chromium that no test uses and that cost more than the pages. Ends with Playwright's own list, because
 * only the last `--disable-features` counts.
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

/** @throws Error if Chromium is not installed */
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
