import { lazy, Suspense } from 'react'
import { useSessionEnd } from './session-end.ts'

const SignInAgainDialog = lazy(() =>
  import('./sign-in-again-dialog.tsx').then(({ SignInAgainDialog }) => ({ default: SignInAgainDialog })),
)

/** The way back in once the session ended, loaded when it does. */
export const SignInAgain = () =>
  useSessionEnd() && (
    <Suspense>
      <SignInAgainDialog />
    </Suspense>
  )
