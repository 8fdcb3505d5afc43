import { existsSync } from 'node:fs'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext, type Page } from 'playwright-core'

const CHROMIUM = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome']

export interface RunningBrowser extends AsyncDisposable {
  readonly context: BrowserContext
  /** Errors the pages threw or logged, for a last look. */
  readonly complaints: string[]
  newPage(): Promise<Page>
}

/** Open a fresh browser profile in the system's Chromium. */
export async function openBrowser(
  options: { width?: number; height?: number } = {},
): Promise<RunningBrowser> {
  const executablePath = CHROMIUM.find(existsSync)
  if (!executablePath) throw new Error('no Chromium found; install Debian’s package "chromium"')
  const profile = await mkdtemp(join(tmpdir(), 'hub-browser-'))
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: { width: options.width ?? 1280, height: options.height ?? 800 },
    acceptDownloads: true,
    args: [
      ...(process.getuid?.() === 0 ? ['--no-sandbox'] : []),
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
    ],
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
    async [Symbol.asyncDispose]() {
      await context.close()
      await rm(profile, { recursive: true, force: true })
    },
  }
}
