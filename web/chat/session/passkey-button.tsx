import { Fingerprint } from 'lucide-react'
import { useEffect, useRef } from 'react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../api/client.ts'
import { enterByPasskey, offerPasskeys, PasskeyDeclined } from '../api/passkeys.ts'
import { session } from './messages.ts'
import { useEnter } from './queries.ts'

/** Signing in by what a device keeps, without name and password: by this button, or where the browser fills in the e-mail. */
export function PasskeyButton({ onEntered }: { onEntered(): void }) {
  const enter = useEnter(enterByPasskey)
  const { mutate } = enter
  const entered = useRef(onEntered)
  useEffect(() => {
    entered.current = onEntered
  })
  const isAsking = enter.isPending || enter.isSuccess
  // A declined dialog needs no message; the person may choose another way.
  const error = enter.error instanceof PasskeyDeclined ? null : enter.error
  const isOffered = !isAsking && error === null
  useEffect(() => {
    if (!isOffered) return
    const leaving = new AbortController()
    offerPasskeys(leaving.signal).then(
      (shown) => shown && mutate(shown, { onSuccess: () => entered.current() }),
      () => {}, // the button shows the error when it is pressed
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
