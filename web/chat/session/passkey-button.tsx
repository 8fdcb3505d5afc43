import { Fingerprint } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../api/client.ts'
import { enterByPasskey, offerPasskeys, PasskeyDeclined } from '../api/passkeys.ts'
import { session } from './messages.ts'
import { useEnter } from './entering.ts'

export function PasskeyButton({ onEntered }: { onEntered(): void }) {
  const enter = useEnter(enterByPasskey)
  const { mutate } = enter
  const entered = useRef(onEntered)
  useEffect(() => {
    entered.current = onEntered
  })
  const isAsking = enter.isPending || enter.isSuccess
  // No message if the person closed the browser's dialog.
  const error = enter.error instanceof PasskeyDeclined ? null : enter.error
  const isOffered = !isAsking && error === null
  useEffect(() => {
    if (!isOffered) return
    const leaving = new AbortController()
    offerPasskeys(leaving.signal).then(
      (shown) => shown && mutate(shown, { onSuccess: () => entered.current() }),
      () => {}, // ignored, because the button reports errors when a person presses it
    )
    return () => leaving.abort()
  }, [isOffered, mutate])
  return (
    <>
      {error && <Notice kind="failure">{errorText(error)}</Notice>}
      <Button
        icon={<Fingerprint aria-hidden />}
        busy={isAsking}
        onClick={() => enter.mutate(null, { onSuccess: onEntered })}
        className="min-h-10"
      >
        {session.byPasskey}
      </Button>
    </>
  )
}
