import { useQuery } from '@tanstack/react-query'
import { useState, type FormEvent } from 'react'
import type { LinkView } from '#chatapp/accounts/links/schema.ts'
import type { SiteConfig } from '#chatapp/accounts/settings/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ApiError } from '../../ui/call.ts'
import { Field } from '../../ui/field.tsx'
import { focusAtOnce } from '../../ui/focus-at-once.ts'
import { Notice } from '../../ui/notice.tsx'
import { PasswordField } from '../../ui/password-field.tsx'
import { errorText } from '../api/client.ts'
import { fields } from '../field-messages.ts'
import { common } from '../messages.ts'
import { CenteredPage } from './centered-page.tsx'
import { ForgotPage } from './forgot-page.tsx'
import { links } from './link-messages.ts'
import { linkQuery, useAcceptInvitation, useResetPassword, type MailLink } from './link-queries.ts'
import { session } from './messages.ts'
import { OtherWays } from './other-ways.tsx'
import { configQuery } from './queries.ts'

export interface LinkPageProps {
  link: MailLink
  /** The link was used, or the person leaves the page. */
  onLeave(): void
  onEntered(): void
}

export function LinkPage({ link, onLeave, onEntered }: LinkPageProps) {
  const { data: config } = useQuery(configQuery)
  const { data: view, error } = useQuery(linkQuery(link))
  const [asksAgain, setAsksAgain] = useState(false)
  const [isGone, setIsGone] = useState(false)
  if (!config) return null
  const { name } = config
  if (asksAgain) return <ForgotPage name={name} onBack={onLeave} />
  if (isGone || isLinkGone(error))
    return <GonePage link={link} config={config} onLeave={onLeave} onAskAgain={() => setAsksAgain(true)} />
  if (error)
    return (
      <CenteredPage name={name} title={links.goneTitle}>
        <Notice kind="failure">{errorText(error)}</Notice>
      </CenteredPage>
    )
  if (!view) return null
  const props = { view, token: link.token, config, onGone: () => setIsGone(true) }
  return link.kind === 'reset' ? (
    <ResetPage {...props} onLeave={onLeave} />
  ) : (
    <InvitationPage {...props} onEntered={onEntered} />
  )
}

const isLinkGone = (error: unknown): boolean => error instanceof ApiError && error.code === 'link_gone'

interface GonePageProps {
  link: MailLink
  config: SiteConfig
  onLeave(): void
  onAskAgain(): void
}

const GonePage = ({ link: { kind }, config, onLeave, onAskAgain }: GonePageProps) => (
  <CenteredPage
    name={config.name}
    title={links.goneTitle}
    text={kind === 'reset' ? links.goneReset : links.goneInvitation}
  >
    <div className="flex flex-col gap-2">
      {kind === 'reset' && config.features.enable_password_reset && (
        <Button look="primary" className="min-h-10" onClick={onAskAgain}>
          {links.newLink}
        </Button>
      )}
      <Button className="min-h-10" onClick={onLeave}>
        {session.signIn}
      </Button>
    </div>
  </CenteredPage>
)

interface LinkFormProps {
  view: LinkView
  token: string
  config: SiteConfig
  onGone(): void
}

function ResetPage({ view, token, config, onGone, onLeave }: LinkFormProps & { onLeave(): void }) {
  const [password, setPassword] = useState('')
  const [error, setError] = useState<string | null>(null)
  const reset = useResetPassword()
  function submit(event: FormEvent) {
    event.preventDefault()
    const problem = passwordProblem(password)
    setError(problem)
    if (problem === null)
      reset.mutate({ token, password }, { onError: (failure) => isLinkGone(failure) && onGone() })
  }
  if (reset.isSuccess)
    return (
      <CenteredPage name={config.name} title={links.resetDone} text={links.resetDoneText}>
        <Button look="primary" className="min-h-10 w-full" ref={focusAtOnce} onClick={onLeave}>
          {session.signIn}
        </Button>
      </CenteredPage>
    )
  return (
    <CenteredPage name={config.name} title={links.resetTitle} text={links.resetText(view.email)}>
      <form noValidate onSubmit={submit} className="flex flex-col gap-4">
        {reset.error && <Notice kind="failure">{errorText(reset.error)}</Notice>}
        {/* Password managers store the new password for this address. */}
        <input type="email" name="email" autoComplete="username" value={view.email} readOnly hidden />
        <NewPasswordField
          label={links.newPassword}
          value={password}
          error={error}
          isFirst
          onChange={(text) => {
            setPassword(text)
            setError(null)
          }}
        />
        <Button type="submit" look="primary" busy={reset.isPending} className="min-h-10">
          {links.setPassword}
        </Button>
      </form>
    </CenteredPage>
  )
}

function InvitationPage({ view, token, config, onGone, onEntered }: LinkFormProps & { onEntered(): void }) {
  const byPassword = config.features.enable_login_form
  return (
    <CenteredPage
      name={config.name}
      title={links.joinTitle(config.name)}
      text={view.invited_by === null ? undefined : links.joinText(view.invited_by)}
    >
      {byPassword ? (
        <InvitationForm view={view} token={token} onGone={onGone} onEntered={onEntered} />
      ) : (
        <p className="text-14 break-words text-muted">{links.joinByProvider(view.email)}</p>
      )}
      <OtherWays config={config} target={undefined} onPasskey={null} />
    </CenteredPage>
  )
}

function InvitationForm({
  view,
  token,
  onGone,
  onEntered,
}: Omit<LinkFormProps, 'config'> & { onEntered(): void }) {
  const [name, setName] = useState('')
  const [password, setPassword] = useState('')
  const [errors, setErrors] = useState<{ name?: string | null; password?: string | null }>({})
  const accept = useAcceptInvitation()
  function submit(event: FormEvent) {
    event.preventDefault()
    const found = {
      name: name.trim() === '' ? fields.required(fields.name) : null,
      password: passwordProblem(password),
    }
    setErrors(found)
    if (found.name || found.password) return
    accept.mutate(
      { token, name: name.trim(), password },
      { onSuccess: onEntered, onError: (failure) => isLinkGone(failure) && onGone() },
    )
  }
  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      {accept.error && <Notice kind="failure">{errorText(accept.error)}</Notice>}
      <Field
        label={fields.email}
        type="email"
        value={view.email}
        readOnly
        autoComplete="username"
        dir="ltr"
      />
      <Field
        label={fields.name}
        value={name}
        error={errors.name ?? null}
        required
        maxLength={100}
        autoComplete="name"
        ref={focusAtOnce}
        onChange={(event) => {
          setName(event.currentTarget.value)
          setErrors({ ...errors, name: null })
        }}
      />
      <NewPasswordField
        label={fields.password}
        value={password}
        error={errors.password ?? null}
        onChange={(text) => {
          setPassword(text)
          setErrors({ ...errors, password: null })
        }}
      />
      <Button type="submit" look="primary" busy={accept.isPending || accept.isSuccess} className="min-h-10">
        {links.join}
      </Button>
    </form>
  )
}

interface NewPasswordFieldProps {
  label: string
  value: string
  error: string | null
  isFirst?: boolean
  onChange(password: string): void
}

const NewPasswordField = ({ label, value, error, isFirst = false, onChange }: NewPasswordFieldProps) => (
  <PasswordField
    label={label}
    hint={fields.passwordHint}
    value={value}
    error={error}
    required
    autoComplete="new-password"
    texts={{ show: common.showPassword, hide: common.hidePassword }}
    {...(isFirst && { ref: focusAtOnce })}
    onChange={(event) => onChange(event.currentTarget.value)}
  />
)

const passwordProblem = (password: string): string | null => {
  if (password === '') return fields.required(fields.password)
  return [...password].length < 8 ? fields.passwordTooShort : null
}
