import { createEmitter } from './emitter.ts'
import { useSyncExternalStore } from 'react'

export type MissingPart = 'new-version' | 'unreachable'

const MISSING = "a part of the page can't be fetched"

let isNew = false
let checking: Promise<MissingPart> | undefined
const changed = createEmitter()

export const useIsNewVersion = (): boolean => useSyncExternalStore(changed.subscribe, () => isNew)

export const dismissNewVersion = (): void => notify(false)

/** Concurrent calls share one check of the server. */
export function explainMissing(part?: string): Promise<MissingPart> {
  checking ??= readMissing(part).then((why) => {
    checking = undefined
    if (why === 'new-version') notify(true)
    return why
  })
  return checking
}

export const isMissingPart = (error: unknown): boolean =>
  error instanceof Error && error.message.startsWith(MISSING)

export function watchMissingParts(): void {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error }
    const address = /https?:\/\/\S+|\/\S+\.(?:js|css)/.exec(payload.message)?.[0]
    void explainMissing(address)
    // Changes the browser's message, because the router would recognize that message and reload the page.
    payload.message = `${MISSING}: ${payload.message}`
  })
}

async function readMissing(part: string | undefined): Promise<MissingPart> {
  try {
    const page = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } })
    const html = await page.text()
    // A proxy or captive portal may have responded instead.
    if (!page.ok || !html.includes('type="module"')) return 'unreachable'
    if (!html.includes(entryAddress())) return 'new-version'
    if (part === undefined) return 'unreachable'
    const { status } = await fetch(part, { method: 'HEAD', cache: 'no-store' })
    return status === 404 ? 'new-version' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

const entryAddress = (): string =>
  document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''

function notify(next: boolean): void {
  isNew = next
  changed.emit()
}
