import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { Button } from '../../ui/button.tsx'
import { session } from './messages.ts'
import { CenteredPage } from './centered-page.tsx'
import { EntryForm } from './entry-form.tsx'
import { configQuery } from './queries.ts'
import { SecondStep } from './second-step.tsx'

export interface AuthPageProps {
  /** What went wrong on the way back from an identity provider, or with the session there was. */
  error?: string
  onEntered(): void
}

export function AuthPage({ error, onEntered }: AuthPageProps) {
  const { data: config } = useQuery(configQuery)
  const [stepToken, setStepToken] = useState<string | null>(null)
  const [wantsAccount, setWantsAccount] = useState(false)
  if (!config) return null
  const first = config.onboarding === true
  const signingUp = first || wantsAccount
  const title = first ? session.firstTitle : (signingUp ? session.signUpTo : session.signInTo)(config.name)
  return (
    <CenteredPage title={title} text={first ? session.firstText : undefined} name={config.name}>
      {stepToken !== null ? (
        <SecondStep stepToken={stepToken} onEntered={onEntered} onBack={() => setStepToken(null)} />
      ) : (
        <EntryForm
          key={signingUp ? 'up' : 'in'}
          signingUp={signingUp}
          problem={error}
          onEntered={onEntered}
          onStep={setStepToken}
        />
      )}
      {stepToken === null && <Providers config={config} />}
      {!first && stepToken === null && (
        <p className="mt-4 text-center text-13 text-muted">
          <OtherWay config={config} signingUp={signingUp} onSwitch={() => setWantsAccount(!wantsAccount)} />
        </p>
      )}
      {!signingUp && stepToken === null && (
        <p className="mt-2 text-center text-13 text-faint">{session.forgotten}</p>
      )}
    </CenteredPage>
  )
}

function OtherWay({
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
      <Button look="link" onClick={onSwitch} className="-ms-1">
        {signingUp ? session.signIn : session.signUp}
      </Button>
    </>
  )
}

function Providers({ config }: { config: SiteConfig }) {
  const providers = Object.entries(config.oauth?.providers ?? {})
  if (providers.length === 0) return null
  return (
    <div className="mt-4 flex flex-col gap-2">
      <p className="text-center text-12 text-faint">{session.or}</p>
      {providers.map(([id, label]) => (
        <a
          key={id}
          href={`/oauth/${encodeURIComponent(id)}/login`}
          className="inline-flex min-h-10 items-center justify-center rounded-m border border-line bg-raised px-3 text-14 font-medium shadow-1 hover:bg-hover"
        >
          {session.continueWith(label)}
        </a>
      ))}
    </div>
  )
}
