import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { beginSignIn } from '#chatapp/openid/contract.ts'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { Button } from '../../ui/button.tsx'
import { hrefOf } from '../../ui/href.ts'
import { Notice } from '../../ui/notice.tsx'
import { canUsePasskeys } from '../api/passkeys.ts'
import { LazyBanner } from './banner-place.tsx'
import { session } from './messages.ts'
import { CenteredPage } from './centered-page.tsx'
import { EntryForm } from './entry-form.tsx'
import { PasskeyButton } from './passkey-button.tsx'
import { configQuery } from './queries.ts'
import { SecondStep } from './second-step.tsx'
import { signInProblems } from './problem-messages.ts'

export interface AuthPageProps {
  failed: FailedSignIn
  refusal: string | undefined
  target: string | undefined
  onEntered(): void
}

export function AuthPage({ failed, refusal, target, onEntered }: AuthPageProps) {
  const { data: config } = useQuery(configQuery)
  const [stepToken, setStepToken] = useState<string | null>(null)
  const [wantsAccount, setWantsAccount] = useState(false)
  if (!config) return null
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
        <p className="mt-2 text-center text-13 text-faint">{session.forgotten}</p>
      )}
    </CenteredPage>
  )
}

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

interface OtherWaysProps {
  config: SiteConfig
  target: string | undefined
  onPasskey: (() => void) | null
}

function OtherWays({ config, target, onPasskey }: OtherWaysProps) {
  const providers = Object.entries(config.oauth?.providers ?? {})
  if (providers.length === 0 && !onPasskey) return null
  return (
    <div className="mt-4 flex flex-col gap-2">
      {config.features.enable_login_form && <p className="text-center text-12 text-faint">{session.or}</p>}
      {onPasskey && <PasskeyButton onEntered={onPasskey} />}
      {providers.map(([id, label]) => (
        <a
          key={id}
          href={hrefOf(beginSignIn, { params: { provider: id }, query: { redirect: target } })}
          className="inline-flex min-h-10 items-center justify-center rounded-m border border-line bg-raised px-3 py-2 text-center text-14 text-balance font-medium shadow-1 hover:bg-hover"
        >
          {session.continueWith(label)}
        </a>
      ))}
    </div>
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
