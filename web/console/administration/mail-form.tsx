import { useState, type FormEvent } from 'react'
import type { MailServerView, MailSetup } from '#features/administration/setups/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { errorText } from '../kit/api.ts'
import { choicesOf } from '../kit/filters.tsx'
import { common, setups } from '../kit/messages.ts'
import { mail } from './messages.ts'
import { useMail, useRemoveMail } from './queries.ts'

type Security = MailServerView['security']

interface Draft {
  host: string
  port: string
  security: Security
  user: string
  password: string
  from: string
}

const PORTS: Readonly<Record<Security, string>> = { tls: '465', starttls: '587' }

export function MailForm({ setup: { server, revision } }: { setup: MailSetup }) {
  const [draft, setDraft] = useState<Draft>(() => draftOf(server))
  const { mutate, error, isPending } = useMail()
  const hasStored = server !== null && server.has_password && placeOf(draft) === placeOf(draftOf(server))
  const change = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }))
  function submit(event: FormEvent) {
    event.preventDefault()
    const { password, port, ...fields } = draft
    const given = hasStored && password === '' ? {} : { password }
    mutate({ ...fields, ...given, port: Number(port), expected_revision: revision })
  }
  return (
    <form
      aria-label={mail.server}
      onSubmit={submit}
      className="flex flex-col items-start gap-4 rounded-l border border-line bg-raised p-4"
    >
      {error && (
        <Notice kind="failure" className="w-full max-w-2xl">
          {errorText(error)}
        </Notice>
      )}
      <ServerFields draft={draft} onChange={change} />
      <AccountFields draft={draft} hasStored={hasStored} onChange={change} />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={isPending}>
          {mail.save}
        </Button>
        {revision !== null && <RemoveMail revision={revision} />}
      </div>
    </form>
  )
}

const draftOf = (server: MailServerView | null): Draft => ({
  host: server?.host ?? '',
  port: String(server?.port ?? PORTS.tls),
  security: server?.security ?? 'tls',
  user: server?.user ?? '',
  password: '',
  from: server?.from ?? '',
})

/** The stored password is kept only for the same server and user. */
const placeOf = ({ host, port, security, user }: Draft): string => [host, port, security, user].join(' ')

interface FieldsProps {
  draft: Draft
  onChange(fields: Partial<Draft>): void
}

function ServerFields({ draft: { host, port, security }, onChange }: FieldsProps) {
  const chooseSecurity = (next: Security) =>
    onChange({ security: next, ...(port === PORTS[security] && { port: PORTS[next] }) })
  return (
    <>
      <div className="grid w-full max-w-2xl grid-cols-1 items-start gap-4 sm:grid-cols-[1fr_8rem]">
        <Field
          label={mail.host}
          hint={mail.hostHint}
          value={host}
          required
          autoComplete="off"
          dir="ltr"
          onChange={(event) => onChange({ host: event.currentTarget.value })}
        />
        <Field
          label={mail.port}
          value={port}
          required
          inputMode="numeric"
          pattern="[0-9]{1,5}"
          dir="ltr"
          onChange={(event) => onChange({ port: event.currentTarget.value })}
        />
      </div>
      <div className="flex flex-col items-start gap-1">
        <span className="text-13 font-medium">{mail.security}</span>
        <Segmented<Security>
          label={mail.security}
          value={security}
          options={choicesOf<Security>(mail.securities).map(([value, label]) => ({ value, label }))}
          onChange={chooseSecurity}
        />
      </div>
    </>
  )
}

const AccountFields = ({ draft, hasStored, onChange }: FieldsProps & { hasStored: boolean }) => (
  <>
    <div className="grid w-full max-w-2xl grid-cols-1 items-start gap-4 sm:grid-cols-2">
      <Field
        label={mail.user}
        hint={mail.userHint}
        value={draft.user}
        autoComplete="off"
        dir="ltr"
        onChange={(event) => onChange({ user: event.currentTarget.value })}
      />
      <Field
        label={mail.password}
        {...(hasStored && { hint: setups.secretStays })}
        type="password"
        value={draft.password}
        autoComplete="new-password"
        required={draft.user !== '' && !hasStored}
        onChange={(event) => onChange({ password: event.currentTarget.value })}
      />
    </div>
    <Field
      label={mail.from}
      hint={mail.fromHint}
      className="w-full max-w-2xl"
      type="email"
      value={draft.from}
      required
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange({ from: event.currentTarget.value })}
    />
  </>
)

function RemoveMail({ revision }: { revision: string }) {
  const [asks, setAsks] = useState(false)
  const { mutate, isPending } = useRemoveMail(() => setAsks(false))
  return (
    <>
      <Button onClick={() => setAsks(true)}>{setups.remove}</Button>
      <ConfirmDialog
        open={asks}
        onClose={() => setAsks(false)}
        title={mail.removeTitle}
        confirmLabel={mail.removeAct}
        cancelLabel={common.cancel}
        busy={isPending}
        onConfirm={() => mutate(revision)}
      >
        {mail.removeText}
      </ConfirmDialog>
    </>
  )
}
