import type { ComponentType } from 'react'
import { lazily } from './lazily.ts'
import { errors } from './messages.ts'
import { explainMissing } from './new-version.ts'
import { toast } from './toast.tsx'

/** If loading fails, the component closes. */
export function lazyOpened<Props extends { onClose(): void }>(
  load: () => Promise<ComponentType<Props>>,
): ComponentType<Props> {
  const useOpened = lazily(load)
  return function LazyOpened(props: Props) {
    const Opened = useOpened(true, () => notOpened(props.onClose))
    return Opened ? <Opened {...props} /> : null
  }
}

export function notOpened(close: () => void): void {
  close()
  void explainMissing().then((why) => {
    if (why === 'unreachable') toast({ text: errors.unreachable, failure: true })
  })
}
