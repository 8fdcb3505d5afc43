import { Fingerprint } from 'lucide-react'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { errorText } from '../api/client.ts'
import { enterByPasskey, PasskeyDeclined } from '../api/passkeys.ts'
import { session } from './messages.ts'
import { useEnter } from './queries.ts'

/** Signing in by what a device keeps, without name and password. */
export function PasskeyButton({ onEntered }: { onEntered(): void }) {
  const enter = useEnter(enterByPasskey)
  // Who changed their mind needs no telling.
  const error = enter.error instanceof PasskeyDeclined ? null : enter.error
  return (
    <>
      {error && <Notice kind="failure">{errorText(error)}</Notice>}
      <Button
        icon={<Fingerprint aria-hidden />}
        busy={enter.isPending || enter.isSuccess}
        onClick={() => enter.mutate(undefined, { onSuccess: onEntered })}
        className="min-h-10"
      >
        {session.byPasskey}
      </Button>
    </>
  )
}
