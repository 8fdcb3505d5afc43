import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Download } from 'lucide-react'
import { useState, type ReactNode } from 'react'
import { beginTotp, confirmTotp, endTotp, readTotp } from '#chatapp/accounts/factors/contract.ts'
import { Button } from '../../ui/button.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { downloadText } from '../../ui/download.ts'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { QrCode } from '../../ui/qr.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { common } from '../messages.ts'
import { twoStepTexts as texts } from './two-step-messages.ts'

const QUERY_KEY = ['totp']

export function TwoStepSettings({ heading: Heading = 'h3' }: { heading?: 'h2' | 'h3' }) {
  const client = useQueryClient()
  const state = useQuery({ queryKey: QUERY_KEY, queryFn: ({ signal }) => call(readTotp, { signal }) })
  const [asking, setAsking] = useState(false)
  const changed = () => client.invalidateQueries({ queryKey: QUERY_KEY })
  const beginning = useMutation({ mutationFn: (password: string) => call(beginTotp, { body: { password } }) })
  const confirming = useMutation({
    mutationFn: (code: string) => call(confirmTotp, { body: { code } }),
    onSuccess: changed,
  })
  const ending = useMutation({
    mutationFn: (password: string) => call(endTotp, { body: { password } }),
    onSuccess: () => {
      toast({ text: texts.turnedOff })
      return changed()
    },
  })
  const close = () => {
    setAsking(false)
    for (const one of [beginning, confirming, ending]) one.reset()
  }
  const isOn = state.data?.is_on === true
  const failure = state.error ?? beginning.error ?? confirming.error ?? ending.error
  return (
    <section aria-labelledby="two-step" className="flex flex-col gap-4">
      <div>
        <Heading id="two-step" className="text-14 font-medium">
          {texts.title}
        </Heading>
        <p className="text-14 text-muted">
          {state.data?.is_on ? texts.on(state.data.recovery_codes_left) : texts.off}
        </p>
      </div>
      {failure && <Notice kind="failure">{errorText(failure)}</Notice>}
      {state.isPending && <Skeleton className="h-10 w-32 rounded-m" />}
      {confirming.data ? (
        <RecoveryCodes codes={confirming.data.recovery_codes} onDone={close} />
      ) : beginning.data ? (
        <Enrolment
          {...beginning.data}
          busy={confirming.isPending}
          onCode={confirming.mutate}
          onCancel={close}
        />
      ) : asking ? (
        <Password
          act={isOn ? texts.turnOff : texts.next}
          busy={beginning.isPending || ending.isPending}
          onPassword={(password) =>
            isOn ? ending.mutate(password, { onSuccess: close }) : beginning.mutate(password)
          }
          onCancel={close}
        />
      ) : (
        state.data && (
          <Button className="self-start" onClick={() => setAsking(true)}>
            {isOn ? texts.turnOff : texts.setUp}
          </Button>
        )
      )}
    </section>
  )
}

interface StepProps {
  busy: boolean
  act: string
  mayGoOn: boolean
  onGoOn(): void
  onCancel(): void
  children: ReactNode
}

function Step({ busy, act, mayGoOn, onGoOn, onCancel, children }: StepProps) {
  return (
    <form
      noValidate
      onSubmit={(event) => {
        event.preventDefault()
        if (mayGoOn) onGoOn()
      }}
      className="flex flex-col gap-4 rounded-l border border-line bg-sunken p-4"
    >
      {children}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy} disabled={!mayGoOn}>
          {act}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {common.cancel}
        </Button>
      </div>
    </form>
  )
}

type PasswordProps = Pick<StepProps, 'busy' | 'act' | 'onCancel'> & { onPassword(password: string): void }

function Password({ onPassword, ...step }: PasswordProps) {
  const [password, setPassword] = useState('')
  return (
    <Step {...step} mayGoOn={password !== ''} onGoOn={() => onPassword(password)}>
      <PasswordField
        label={texts.password}
        value={password}
        autoComplete="current-password"
        texts={{ show: common.showPassword, hide: common.hidePassword }}
        onChange={(event) => setPassword(event.currentTarget.value)}
      />
    </Step>
  )
}

type EnrolmentProps = Pick<StepProps, 'busy' | 'onCancel'> & {
  secret: string
  address: string
  onCode(code: string): void
}

function Enrolment({ secret, address, onCode, ...step }: EnrolmentProps) {
  const [code, setCode] = useState('')
  return (
    <Step {...step} act={texts.turnOn} mayGoOn={code.trim() !== ''} onGoOn={() => onCode(code.trim())}>
      <p className="text-14">{texts.scan}</p>
      <QrCode text={address} label={texts.picture} className="size-44" />
      <Field
        label={texts.secret}
        value={secret}
        readOnly
        className="[&_input]:font-mono"
        trailing={<CopyButton label={texts.copySecret} copiedLabel={texts.copied} text={() => secret} />}
      />
      <Field
        label={texts.code}
        value={code}
        inputMode="numeric"
        autoComplete="one-time-code"
        maxLength={10}
        onChange={(event) => setCode(event.currentTarget.value)}
      />
    </Step>
  )
}

function RecoveryCodes({ codes, onDone }: { codes: readonly string[]; onDone(): void }) {
  return (
    <div className="flex flex-col gap-3 rounded-l border border-line bg-sunken p-4">
      <h4 className="text-14 font-medium">{texts.codesTitle}</h4>
      <p className="text-14">{texts.codesText}</p>
      <ul aria-label={texts.codesTitle} className="grid gap-1 font-mono text-13 sm:grid-cols-2">
        {codes.map((code) => (
          <li key={code}>{code}</li>
        ))}
      </ul>
      <div className="flex flex-wrap gap-2">
        <Button look="primary" onClick={onDone}>
          {texts.done}
        </Button>
        <Button
          icon={<Download aria-hidden />}
          onClick={() => downloadText('recovery-codes.txt', `${codes.join('\n')}\n`)}
        >
          {texts.download}
        </Button>
      </div>
    </div>
  )
}
