import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { canUsePasskeys } from '../api/passkeys.ts'
import { LazyBanner } from './banner-place.tsx'
import { session } from './messages.ts'
import { CenteredPage } from './centered-page.tsx'
import { EntryForm } from './entry-form.tsx'
import { ForgotPage } from './forgot-page.tsx'
import { OtherWays } from './other-ways.tsx'
import { configQuery } from './queries.ts'
import { SecondStep } from './second-step.tsx'
import { signInProblems } from './problem-messages.ts'

export interface AuthPageProps {
  failed: FailedSignIn
  refusal: string | undefined
  target: string | undefined
  /** True if a session ended while the person used the page. */
  hasEnded: boolean
  onEntered(): void
}

export function AuthPage({ failed, refusal, target, hasEnded, onEntered }: AuthPageProps) {
  const { data: config } = useQuery(configQuery)
  const [stepToken, setStepToken] = useState<string | null>(null)
  const [wantsAccount, setWantsAccount] = useState(false)
  const [hasForgotten, setHasForgotten] = useState(false)
  if (!config) return null
  if (hasForgotten) return <ForgotPage name={config.name} onBack={() => setHasForgotten(false)} />
  const error = signInProblem(failed, config) ?? refusal
  const first = config.onboarding === true
  const byPassword = config.features.enable_login_form
  const signingUp = first || wantsAccount
  const title = first ? session.firstTitle : (signingUp ? session.signUpTo : session.signInTo)(config.name)
  return (
    <CenteredPage title={title} text={first ? session.firstText : undefined} name={config.name}>
      <div className="fixed inset-x-0 top-0 z-10">
        <LazyBanner reader="" />
      </div>
      {hasEnded && !error && stepToken === null && !signingUp && (
        <Notice kind="info" className="mb-4">
          {session.ended}
        </Notice>
      )}
      {stepToken !== null ? (
        <SecondStep stepToken={stepToken} onEntered={onEntered} onBack={() => setStepToken(null)} />
      ) : byPassword ? (
        <EntryForm
          key={signingUp ? 'up' : 'in'}
          signingUp={signingUp}
          problem={error}
          onEntered={onEntered}
          onStep={setStepToken}
        />
      ) : (
        error && <Notice kind="failure">{error}</Notice>
      )}
      {stepToken === null && (
        <OtherWays
          config={config}
          target={target}
          onPasskey={byPassword && !signingUp && canUsePasskeys() ? onEntered : null}
        />
      )}
      {!first && byPassword && stepToken === null && (
        <p className="mt-4 text-center text-13 text-muted">
          <OtherForm config={config} signingUp={signingUp} onSwitch={() => setWantsAccount(!wantsAccount)} />
        </p>
      )}
      {!signingUp && byPassword && stepToken === null && (
        <Forgotten config={config} onAsk={() => setHasForgotten(true)} />
      )}
    </CenteredPage>
  )
}

const Forgotten = ({ config, onAsk }: { config: SiteConfig; onAsk(): void }) => (
  <p className="mt-2 text-center text-13 text-faint">
    {config.features.enable_password_reset ? (
      <Button look="link" className="text-13" onClick={onAsk}>
        {session.forgot}
      </Button>
    ) : (
      session.forgotten
    )}
  </p>
)

function OtherForm({
  config,
  signingUp,
  onSwitch,
}: {
  config: SiteConfig
  signingUp: boolean
  onSwitch(): void
}) {
  if (!signingUp && !config.features.enable_signup) return session.closed
  return (
    <>
      {signingUp ? session.haveAccount : session.newHere}
      <Button look="link" onClick={onSwitch} className="ms-2">
        {signingUp ? session.signIn : session.signUp}
      </Button>
    </>
  )
}

interface FailedSignIn {
  error?: string | undefined
  provider?: string | undefined
  answer?: string | undefined
}

/** Anyone can craft the page's address, so the message repeats only an error code in the providers' format. */
function signInProblem(
  { error, provider = '', answer = '' }: FailedSignIn,
  config: SiteConfig,
): string | undefined {
  if (error === undefined) return undefined
  const providers = config.oauth?.providers ?? {}
  const name = Object.hasOwn(providers, provider) ? providers[provider]! : session.theProvider
  const describe =
    Object.hasOwn(signInProblems, error) && signInProblems[error as keyof typeof signInProblems]
  return describe ? describe(name, /^[a-z][a-z0-9_]{0,39}$/.test(answer) ? answer : '?') : session.notSignedIn
}
