import { createEmitter } from './emitter.ts'
import { useSyncExternalStore } from 'react'

/** Why a part of the page can't be fetched: the server has another build than the one that runs here, or can't be reached. */
export type MissingPart = 'new-version' | 'unreachable'

let isNew = false
let checking: Promise<MissingPart> | undefined
const changed = createEmitter()

/** Whether the server has another build of this page. */
export const useIsNewVersion = (): boolean => useSyncExternalStore(changed.subscribe, () => isNew)

/** Put the news away until the next part can't be fetched. */
export const dismissNewVersion = (): void => announce(false)

/**
 * A part of the page could not be fetched: find out why. Calls at about the same time share one answer.
 *
 * @param part The address of the part, where the browser names it.
 */
export function explainMissing(part?: string): Promise<MissingPart> {
  checking ??= readMissing(part).then((why) => {
    checking = undefined
    if (why === 'new-version') announce(true)
    return why
  })
  return checking
}

/** Explain every part that a dynamic import could not fetch. */
export function watchMissingParts(): void {
  addEventListener('vite:preloadError', (event) => {
    const { payload } = event as Event & { payload: Error }
    const address = /https?:\/\/\S+|\/\S+\.(?:js|css)/.exec(payload.message)?.[0]
    void explainMissing(address)
    // The router would reload the page for the browser's own message, also while the server is away.
    payload.message = `a part of the page can't be fetched: ${payload.message}`
  })
}

async function readMissing(part: string | undefined): Promise<MissingPart> {
  try {
    const page = await fetch(location.pathname, { cache: 'no-store', headers: { accept: 'text/html' } })
    const html = await page.text()
    // A proxy or a sign-in portal may answer in the server's place.
    if (!page.ok || !html.includes('type="module"')) return 'unreachable'
    if (!html.includes(entryAddress())) return 'new-version'
    if (part === undefined) return 'unreachable'
    const { status } = await fetch(part, { method: 'HEAD', cache: 'no-store' })
    return status === 404 ? 'new-version' : 'unreachable'
  } catch {
    return 'unreachable'
  }
}

/** The script that this page began with. Its name is made from what is in it and in its parts. */
const entryAddress = (): string =>
  document.querySelector('script[type=module][src]')?.getAttribute('src') ?? ''

function announce(next: boolean): void {
  isNew = next
  changed.emit()
}
