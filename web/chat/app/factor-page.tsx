import { useQuery } from '@tanstack/react-query'
import { Button } from '../../ui/button.tsx'
import { account } from '../../ui/messages.ts'
import { Toasts } from '../../ui/toast.tsx'
import { common } from '../messages.ts'
import { CenteredPage } from '../session/centered-page.tsx'
import { configQuery, sessionQuery, useSignOut } from '../session/queries.ts'
import { PasskeySettings } from '../settings/passkey-settings.tsx'
import { factorTexts as texts } from '../settings/two-step-messages.ts'
import { TwoStepSettings } from '../settings/two-step-settings.tsx'

/** The page closes only after a button press, so that the person has time to store the recovery codes. */
export function FactorPage() {
  const { data: config } = useQuery(configQuery)
  const { refetch, isFetching } = useQuery(sessionQuery)
  const leave = useSignOut()
  return (
    <CenteredPage name={config?.name ?? ''} title={texts.title} text={texts.text}>
      <div className="flex flex-col gap-6">
        <TwoStepSettings heading="h2" />
        <PasskeySettings heading="h2" />
        <div className="flex flex-wrap gap-2 border-t border-line pt-5">
          <Button look="primary" busy={isFetching} onClick={() => void refetch()}>
            {texts.goOn}
          </Button>
          <Button look="quiet" busy={leave.isPending} onClick={() => leave.mutate()}>
            {account.signOut}
          </Button>
        </div>
      </div>
      <Toasts label={common.notifications} closeLabel={common.close} />
    </CenteredPage>
  )
}
