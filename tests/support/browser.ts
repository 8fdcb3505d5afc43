import { existsSync } from 'node:fs'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { atProcessEnd } from './process-end.ts'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export interface RunningBrowser extends AsyncDisposable {
  readonly context: BrowserContext
  /** Errors the pages threw or logged, for a last look. */
  readonly complaints: string[]
  newPage(): Promise<Page>
}

let launched: Promise<Browser> | undefined
atProcessEnd(async () => (await launched)?.close())

/** Open a fresh browser profile in the system's Chromium, which starts once per test process and ends with it. */
export async function openBrowser(
  options: { width?: number; height?: number } = {},
): Promise<RunningBrowser> {
  const browser = await (launched ??= launchChromium())
  const context = await browser.newContext({
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    reducedMotion: 'reduce',
  })
  context.setDefaultTimeout(15_000)
  const complaints: string[] = []
  return {
    context,
    complaints,
    async newPage() {
      const page = await context.newPage()
      page.on('pageerror', (error) => complaints.push(String(error)))
      return page
    },
    [Symbol.asyncDispose]: () => context.close(),
  }
}

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

const launchChromium = (): Promise<Browser> => chromium.launch(systemChromium())

/** How to start the system's Chromium, quiet on the network. @throws When it is not installed. */
export function systemChromium(): { executablePath: string; args: string[] } {
  const executablePath = CHROMIUM.find(existsSync)
  if (!executablePath) throw new Error('no Chromium found; install Debian’s package "chromium"')
  return {
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
  }
}
