import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type BrowserContext } from 'playwright-core'
import { wholeChromium } from '../support/browser.ts'
import type { Ending } from '../support/console.ts'
import { attemptsIn } from './outside.ts'

export interface WatchedBrowser {
  readonly context: BrowserContext
  attemptsOnTheWire(): Promise<string[]>
}

/** The system's Chromium with a network log. `*.out.test` resolves to this computer, `*.name.test` does not resolve. */
export async function openWatchedBrowser(t: Ending): Promise<WatchedBrowser> {
  const folder = await mkdtemp(join(tmpdir(), 'hub-watched-'))
  const log = join(folder, 'network.json')
  const { executablePath, args } = wholeChromium()
  const context = await chromium.launchPersistentContext(join(folder, 'profile'), {
    executablePath,
    headless: true,
    viewport: { width: 1000, height: 700 },
    acceptDownloads: true,
    args: [
      ...args,
      '--host-resolver-rules=MAP *.out.test 127.0.0.1,MAP *.lan.test 127.0.0.1',
      `--log-net-log=${log}`,
    ],
  })
  context.setDefaultTimeout(15_000)
  let closed: Promise<void> | undefined
  const close = () => (closed ??= context.close())
  t.after(async () => {
    await close()
    await rm(folder, { recursive: true, force: true })
  })
  return {
    context,
    async attemptsOnTheWire() {
      await close()
      return attemptsIn(await readFile(log, 'utf8'))
    },
  }
}
