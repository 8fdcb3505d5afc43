import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import type { ShownToast, ToastMessage, ToastsProps } from './overlays/toast-list.tsx'

let shown: readonly ShownToast[] = []
let lastId = 0
const changed = createEmitter()

/** Tell the person what just happened. Callable from anywhere; shown where `<Toasts>` is. */
export function toast(message: ToastMessage): void {
  lastId += 1
  publish([...shown.slice(-2), { ...message, id: lastId }])
}

const List = lazy(async () => ({ default: (await import('./overlays/toast-list.tsx')).ToastList }))

/** The place in which toasts appear; it is fetched when there is one for the first time. */
export function Toasts(props: ToastsProps) {
  const toasts = useSyncExternalStore(changed.subscribe, () => shown)
  if (lastId === 0) return null
  return (
    <Suspense>
      <List {...props} toasts={toasts} onGone={(gone) => publish(shown.filter(({ id }) => id !== gone))} />
    </Suspense>
  )
}

function publish(next: readonly ShownToast[]): void {
  shown = next
  changed.emit()
}
