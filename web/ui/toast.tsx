import { lazy, Suspense, useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import type { ShownToast, ToastListProps, ToastMessage, ToastsProps } from './overlays/toast-list.tsx'

let shown: readonly ShownToast[] = []
let lastId = 0
const changed = createEmitter()

export function toast(message: ToastMessage): void {
  lastId += 1
  publish([...shown.slice(-2), { ...message, id: lastId }])
}

const List = lazy(() =>
  import('./overlays/overlays.ts').then(
    ({ ToastList }) => ({ default: ToastList }),
    () => ({ default: PlainList }),
  ),
)

/** Must not import code that loads later, because this list reports failed loads. */
const PlainList = ({ toasts }: Pick<ToastListProps, 'toasts'>) => (
  <div role="alert" className="fixed end-4 top-16 z-50 flex max-w-88 flex-col gap-2">
    {toasts.map(({ id, text }) => (
      <p key={id} className="rounded-m border border-line bg-raised px-4 py-3 text-14 shadow-2">
        {text}
      </p>
    ))}
  </div>
)

export function Toasts(props: ToastsProps) {
  const toasts = useSyncExternalStore(changed.subscribe, () => shown)
  if (lastId === 0) return null
  return (
    <Suspense fallback={<PlainList toasts={toasts} />}>
      <List {...props} toasts={toasts} onGone={(gone) => publish(shown.filter(({ id }) => id !== gone))} />
    </Suspense>
  )
}

function publish(next: readonly ShownToast[]): void {
  shown = next
  changed.emit()
}
