import { useState, type FormEvent } from 'react'
import type { MailServerView, MailSetup } from '#features/administration/setups/schema.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { errorText } from '../kit/api.ts'
import { choicesOf } from '../kit/filters.tsx'
import { common } from '../kit/messages.ts'
import { mail, setups } from './messages.ts'
import { useMail, useRemoveMail } from './queries.ts'

type Security = MailServerView['security']

const PORTS: Readonly<Record<Security, string>> = { tls: '465', starttls: '587' }

export function MailForm({ setup: { server, revision } }: { setup: MailSetup }) {
  const [host, setHost] = useState(server?.host ?? '')
  const [security, setSecurity] = useState<Security>(server?.security ?? 'tls')
  const [port, setPort] = useState(String(server?.port ?? PORTS.tls))
  const [user, setUser] = useState(server?.user ?? '')
  const [password, setPassword] = useState('')
  const [from, setFrom] = useState(server?.from ?? '')
  const { mutate, error, isPending } = useMail()
  const isStored =
    server?.has_password === true &&
    `${host} ${port} ${security} ${user}` ===
      `${server.host} ${server.port} ${server.security} ${server.user ?? ''}`
  function chooseSecurity(next: Security) {
    if (port === PORTS[security]) setPort(PORTS[next])
    setSecurity(next)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    const given = isStored && password === '' ? {} : { password }
    mutate({ expected_revision: revision, host, port: Number(port), security, user, from, ...given })
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
      <div className="grid w-full max-w-2xl grid-cols-1 gap-4 sm:grid-cols-[1fr_8rem]">
        <Field
          label={mail.host}
          hint={mail.hostHint}
          value={host}
          required
          autoComplete="off"
          dir="ltr"
          onChange={(event) => setHost(event.currentTarget.value)}
        />
        <Field
          label={mail.port}
          value={port}
          required
          inputMode="numeric"
          pattern="[0-9]{1,5}"
          dir="ltr"
          onChange={(event) => setPort(event.currentTarget.value)}
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
      <div className="grid w-full max-w-2xl grid-cols-1 items-start gap-4 sm:grid-cols-2">
        <Field
          label={mail.user}
          hint={mail.userHint}
          value={user}
          autoComplete="off"
          dir="ltr"
          onChange={(event) => setUser(event.currentTarget.value)}
        />
        <Field
          label={mail.password}
          hint={isStored ? setups.secretStays : undefined}
          type="password"
          value={password}
          autoComplete="new-password"
          required={user !== '' && !isStored}
          onChange={(event) => setPassword(event.currentTarget.value)}
        />
      </div>
      <Field
        label={mail.from}
        hint={mail.fromHint}
        className="w-full max-w-2xl"
        type="email"
        value={from}
        required
        autoComplete="off"
        dir="ltr"
        onChange={(event) => setFrom(event.currentTarget.value)}
      />
      <div className="flex flex-wrap items-center gap-2">
        <Button type="submit" look="primary" busy={isPending}>
          {mail.save}
        </Button>
        {revision !== null && <RemoveMail revision={revision} />}
      </div>
    </form>
  )
}

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
