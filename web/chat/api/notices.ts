import { useSyncExternalStore } from 'react'
import { createEmitter } from '../../ui/emitter.ts'
import { accountEntries } from '../../ui/storage.ts'

export const canNotify = (): boolean => typeof Notification !== 'undefined' && window.isSecureContext

const KEY = 'notices'
const changed = createEmitter()

export function useNotices(): [boolean, (wanted: boolean) => Promise<boolean>] {
  return [useSyncExternalStore(changed.subscribe, areWanted), setWanted]
}

export function notify(title: string, { body, tag }: { body: string; tag: string }): void {
  if (!areWanted()) return
  const notice = new Notification(title, { body, tag, icon: '/favicon.svg' })
  notice.addEventListener('click', () => {
    window.focus()
    notice.close()
  })
}

function areWanted(): boolean {
  return canNotify() && Notification.permission === 'granted' && accountEntries.read(KEY) === 'on'
}

/** False if the browser denies the permission. */
async function setWanted(wanted: boolean): Promise<boolean> {
  const isAllowed = !wanted || (await Notification.requestPermission()) === 'granted'
  accountEntries.write(KEY, wanted && isAllowed ? 'on' : null)
  changed.emit()
  return areWanted() === wanted
}
