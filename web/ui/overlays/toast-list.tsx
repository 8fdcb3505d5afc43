import { X } from 'lucide-react'
import { Toast as Radix } from 'radix-ui'
import { Button } from '../button.tsx'
import { cx } from '../cx.ts'
import { IconButton } from '../icon-button.tsx'

export interface ToastMessage {
  text: string
  failure?: boolean
  action?: { label: string; run(): void }
}

export interface ShownToast extends ToastMessage {
  id: number
}

export interface ToastsProps {
  label: string
  closeLabel: string
  place?: 'top' | 'bottom'
}

export interface ToastListProps extends ToastsProps {
  toasts: readonly ShownToast[]
  onGone(id: number): void
}

const POSITION_CLASSES = {
  top: 'end-0 top-12',
  bottom: 'end-0 bottom-16',
} as const

export function ToastList({ toasts, label, closeLabel, place = 'top', onGone }: ToastListProps) {
  return (
    <Radix.Provider label={label} duration={6000} swipeDirection="right">
      {toasts.map((item) => (
        <ToastCard key={item.id} item={item} closeLabel={closeLabel} onGone={() => onGone(item.id)} />
      ))}
      <Radix.Viewport
        label={`${label} ({hotkey})`}
        className={cx(
          'pointer-events-none fixed z-50 flex w-full max-w-96 flex-col gap-2 p-4 outline-none',
          POSITION_CLASSES[place],
        )}
      />
    </Radix.Provider>
  )
}

interface ToastCardProps {
  item: ShownToast
  closeLabel: string
  onGone(): void
}

function ToastCard({ item, closeLabel, onGone }: ToastCardProps) {
  return (
    <Radix.Root
      type={item.failure ? 'foreground' : 'background'}
      onOpenChange={(open) => !open && onGone()}
      className={cx(
        'pointer-events-auto flex animate-rise items-center gap-2 rounded-m border border-line bg-raised py-1.5 ps-4 pe-1.5 text-14 shadow-2',
        item.failure && 'border-s-4 border-s-danger',
      )}
    >
      <Radix.Description className="min-w-0 flex-1 break-words">{item.text}</Radix.Description>
      {item.action && (
        <Radix.Action asChild altText={item.action.label}>
          <Button look="link" onClick={item.action.run} className="px-3">
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
