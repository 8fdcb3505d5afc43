import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'
import { Button } from './button.tsx'
import { IconButton } from './icon-button.tsx'
import { cx } from './cx.ts'

export interface ToastMessage {
  text: string
  failure?: boolean
  action?: { label: string; run(): void }
}

interface Shown extends ToastMessage {
  id: number
}

let shown: readonly Shown[] = []
let lastId = 0
const changed = createEmitter()

/** Tell the person what just happened. Callable from anywhere; shown where `<Toasts>` is. */
export function toast(message: ToastMessage): void {
  lastId += 1
  publish([...shown.slice(-2), { ...message, id: lastId }])
}

const PLACES = {
  top: 'end-0 top-12',
  bottom: 'inset-x-0 bottom-16 mx-auto',
} as const

export interface ToastsProps {
  label: string
  closeLabel: string
  /** Where they hide the least. */
  place?: keyof typeof PLACES
}

/** The place in which toasts appear. */
export function Toasts({ label, closeLabel, place = 'top' }: ToastsProps) {
  const toasts = useSyncExternalStore(changed.subscribe, () => shown)
  return (
    <Radix.Provider label={label} duration={6000} swipeDirection="right">
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} closeLabel={closeLabel} />
      ))}
      <Radix.Viewport
        className={cx(
          'pointer-events-none fixed z-50 flex w-full max-w-96 flex-col gap-2 p-4 outline-none',
          PLACES[place],
        )}
      />
    </Radix.Provider>
  )
}

function ToastCard({ item, closeLabel }: { item: Shown; closeLabel: string }) {
  return (
    <Radix.Root
      type={item.failure ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && publish(shown.filter(({ id }) => id !== item.id))}
      className={cx(
        'pointer-events-auto flex animate-rise items-center gap-2 rounded-m border border-line bg-raised py-1.5 ps-4 pe-1.5 text-14 shadow-2',
        item.failure && 'border-s-4 border-s-danger',
      )}
    >
      <Radix.Description className="min-w-0 flex-1 break-words">{item.text}</Radix.Description>
      {item.action && (
        <Radix.Action asChild altText={item.action.label}>
          <Button look="link" onClick={item.action.run}>
            {item.action.label}
          </Button>
        </Radix.Action>
      )}
      <Radix.Close asChild>
        <IconButton label={closeLabel}>
          <X aria-hidden />
        </IconButton>
      </Radix.Close>
    </Radix.Root>
  )
}

function publish(next: readonly Shown[]): void {
  shown = next
  changed.emit()
}
