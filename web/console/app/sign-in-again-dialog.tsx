import { useQueryClient } from '@tanstack/react-query'
import { useCallback, useEffect, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ApiError } from '../../ui/call.ts'
import { errorText } from '../kit/api.ts'
import { signedOut } from './messages.ts'
import { common } from '../kit/messages.ts'
import { meQuery } from '../access/queries.ts'
import { onSignedIn, sessionEnd } from './session-end.ts'

export function SignInAgainDialog() {
  const client = useQueryClient()
  const [problem, setProblem] = useState<string | null>(null)
  const goOn = useCallback(
    async (isAsked: boolean) => {
      try {
        await client.fetchQuery({ ...meQuery, staleTime: 0, retry: false })
        sessionEnd.clear()
        void client.invalidateQueries()
      } catch (error) {
        const isSignedOut = error instanceof ApiError && error.status === 401
        if (isAsked || !isSignedOut) setProblem(isSignedOut ? signedOut.still : errorText(error))
      }
    },
    [client],
  )
  useEffect(() => onSignedIn(() => void goOn(false)), [goOn])
  return (
    <Dialog
      open
      onClose={sessionEnd.clear}
      title={signedOut.title}
      description={signedOut.text}
      closeLabel={common.close}
    >
      <div className="flex flex-col gap-4">
        {problem && <Notice kind="attention">{problem}</Notice>}
        <div className="flex flex-wrap justify-end gap-2">
          <Button onClick={() => void goOn(true)}>{signedOut.goOn}</Button>
          <Button look="primary" onClick={() => window.open(SIGN_IN, '_blank')}>
            {signedOut.signIn}
          </Button>
        </div>
      </div>
    </Dialog>
  )
}

const SIGN_IN = `/auth?redirect=${encodeURIComponent('/portal/signed-in')}`
