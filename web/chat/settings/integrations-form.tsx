import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useRef, useState, type FormEvent } from 'react'
import { listGroups } from '#chatapp/accounts/groups/contract.ts'
import { verifyProvider } from '#chatapp/integrations/contract.ts'
import type { Discovered, EntryView } from '#chatapp/integrations/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { CopyButton } from '../../ui/copy-button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { call, errorText } from '../api/client.ts'
import { saveProvider } from '../api/integrations.ts'
import {
  draftOf,
  emptyDraft,
  entryOf,
  faultsOf,
  idFrom,
  isAnother,
  SECRET_PLACEHOLDER,
  mustRegister,
  type DraftFault,
  type ProviderDraft,
} from './integrations-draft.ts'
import { DraftField, type DraftProps } from './integrations-field.tsx'
import { integrationMessages as texts } from './integrations-messages.ts'
import { More } from './integrations-more.tsx'

export interface ProviderFormProps {
  before: EntryView | null
  redirectOrigin: string
  onSaved(): void
  onCancel(): void
}

export function ProviderForm({ before, redirectOrigin, onSaved, onCancel }: ProviderFormProps) {
  const { form, field, faults, tried, saving, verification, submit, test } = useProviderForm(before, onSaved)
  const { draft, onChange: change } = field
  const { kind } = draft
  const ends = before !== null && before.connections > 0 && isAnother(draft, before) ? before.connections : 0
  return (
    <form ref={form} onSubmit={submit} noValidate className="@container flex flex-col gap-4">
      <h3 className="text-14 font-semibold">{before ? texts.editTitle(before.info.name) : texts.addTitle}</h3>
      <SelectField
        label={texts.kind}
        value={kind}
        options={(['mcp', 'openid', 'oauth2'] as const).map((value) => ({
          value,
          label: texts.kinds[value],
        }))}
        onChange={(event) => change({ kind: event.currentTarget.value as ProviderDraft['kind'] })}
      />
      <Names {...field} isNew={before === null} />
      <DraftField
        {...field}
        of="url"
        type="url"
        label={texts.address[kind]}
        placeholder={texts.addressExample[kind]}
        fault={texts.addressShape}
      />
      {kind === 'oauth2' && <PlainAddresses {...field} />}
      <Client {...field} />
      {draft.clientId.trim() !== '' && !faults.has('id') && (
        <RedirectAddress address={`${redirectOrigin}/oauth/clients/mcp:${draft.id.trim()}/callback`} />
      )}
      <DraftField {...field} of="scopes" label={texts.scopes} maxLength={2000} hint={texts.scopesHint} />
      <More {...field} />
      <WhoMayConnect draft={draft} onChange={change} missing={tried && faults.has('groups')} />
      <CheckField
        label={texts.enabled}
        hint={texts.enabledHint}
        checked={draft.enabled}
        onChange={(enabled) => change({ enabled })}
      />
      {before?.problem && <Notice kind="failure">{texts.refusesUs(before.problem)}</Notice>}
      {ends > 0 && <Notice kind="attention">{texts.changes(ends)}</Notice>}
      <Outcome
        failure={saving.error ?? verification.error}
        verified={verification.data}
        isRegistered={draft.clientId.trim() !== ''}
      />
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={saving.isPending}>
          {texts.save}
        </Button>
        <Button busy={verification.isPending} onClick={test}>
          {texts.test}
        </Button>
        <Button look="quiet" onClick={onCancel}>
          {texts.cancel}
        </Button>
      </div>
    </form>
  )
}

function useProviderForm(before: EntryView | null, onSaved: () => void) {
  const [draft, setDraft] = useState(before ? draftOf(before) : emptyDraft)
  const [tried, setTried] = useState(false)
  const change = (part: Partial<ProviderDraft>) => {
    setDraft((now) => ({ ...now, ...part }))
    verification.reset()
  }
  const verification = useMutation({
    mutationFn: () => call(verifyProvider, { body: entryOf(draft, before) }),
  })
  const saving = useMutation({
    mutationFn: () =>
      saveProvider({
        entry: entryOf(draft, before),
        isNew: before === null,
        register: mustRegister(draft, before),
      }),
    onSuccess: onSaved,
  })
  const faults = faultsOf(draft)
  const form = useRef<HTMLFormElement>(null)
  // Focuses the form that replaced the pressed button, except on touch screens, whose keyboard would cover the form.
  useEffect(() => {
    if (!matchMedia('(pointer: coarse)').matches) form.current?.querySelector('select')?.focus()
  }, [])
  // Focuses the first invalid field after its error has rendered.
  const [refused, setRefused] = useState(0)
  useEffect(() => {
    if (refused > 0) form.current?.querySelector<HTMLElement>('[aria-invalid=true]')?.focus()
  }, [refused])
  const field = { draft, faults: tried ? faults : NONE, onChange: change }
  const ifValid = (then: () => void) => {
    setTried(true)
    if (faults.size === 0) then()
    else setRefused((times) => times + 1)
  }
  function submit(event: FormEvent) {
    event.preventDefault()
    verification.reset()
    ifValid(saving.mutate)
  }
  const test = () => ifValid(verification.mutate)
  return { form, field, faults, tried, saving, verification, submit, test }
}

function Names({ isNew, ...field }: DraftProps & { isNew: boolean }) {
  const [idTyped, setIdTyped] = useState(!isNew)
  const { onChange: change } = field
  return (
    <div className="grid gap-4 @md:grid-cols-2">
      <DraftField
        {...field}
        of="name"
        label={texts.name}
        maxLength={100}
        hint={texts.nameHint}
        fault={texts.required(texts.name)}
        onChange={({ name = '' }) => change(idTyped ? { name } : { name, id: idFrom(name) })}
      />
      <DraftField
        {...field}
        of="id"
        label={texts.id}
        maxLength={64}
        readOnly={!isNew}
        hint={texts.idHint}
        fault={texts.idShape}
        onChange={(part) => {
          setIdTyped(true)
          change(part)
        }}
      />
    </div>
  )
}

const PlainAddresses = (field: DraftProps) => (
  <div className="grid gap-4 @md:grid-cols-2">
    <DraftField {...field} of="tokenUrl" type="url" label={texts.tokenUrl} fault={texts.addressShape} />
    <DraftField
      {...field}
      of="revocationUrl"
      type="url"
      label={texts.revocationUrl}
      hint={texts.optional}
      fault={texts.addressShape}
    />
  </div>
)

const Client = (field: DraftProps) => (
  <div className="grid gap-4 @md:grid-cols-2">
    <DraftField
      {...field}
      of="clientId"
      label={texts.clientId}
      {...(field.draft.kind === 'mcp' && { hint: texts.clientIdHint })}
      fault={texts.required(texts.clientId)}
    />
    <DraftField
      {...field}
      of="clientSecret"
      type="password"
      label={texts.clientSecret}
      autoComplete="new-password"
      hint={field.draft.clientSecret === SECRET_PLACEHOLDER ? texts.secretKept : texts.optional}
      onFocus={(event) => event.currentTarget.select()}
    />
  </div>
)

interface OutcomeProps {
  failure: Error | null
  verified: Discovered | undefined
  isRegistered: boolean
}

const Outcome = ({ failure, verified, isRegistered }: OutcomeProps) => (
  <>
    {failure && <Notice kind="failure">{errorText(failure)}</Notice>}
    {verified && (
      <Notice kind="info">
        <p role="status">{texts.testOk(verified.issuer)}</p>
        {!verified.registers_clients && !isRegistered && <p>{texts.testNoRegistration}</p>}
        {!verified.revokes && <p>{texts.testNoRevocation}</p>}
      </Notice>
    )}
  </>
)

const NONE: ReadonlySet<DraftFault> = new Set()

const RedirectAddress = ({ address }: { address: string }) => (
  <Field
    label={texts.redirect}
    value={address}
    readOnly
    dir="ltr"
    hint={texts.redirectHint}
    className="[&_input]:font-mono [&_input]:text-13"
    onFocus={(event) => event.currentTarget.select()}
    trailing={<CopyButton label={texts.copy} copiedLabel={texts.copied} text={() => address} />}
  />
)

interface WhoProps {
  draft: ProviderDraft
  onChange(part: Partial<ProviderDraft>): void
  missing: boolean
}

function WhoMayConnect({ draft: { who, groups }, onChange, missing }: WhoProps) {
  const known = useQuery({ queryKey: ['groups'], queryFn: ({ signal }) => call(listGroups, { signal }) })
  return (
    <div className="flex flex-col gap-2">
      <SelectField
        label={texts.who}
        value={who}
        options={[
          { value: 'everyone', label: texts.whoChoices.everyone },
          { value: 'groups', label: texts.whoChoices.groups },
          { value: 'admins', label: texts.whoChoices.admins },
          ...(who === 'others' ? [{ value: 'others', label: texts.whoOthers }] : []),
        ]}
        onChange={(event) => onChange({ who: event.currentTarget.value as ProviderDraft['who'] })}
      />
      {who === 'groups' && (
        <fieldset className="min-w-0">
          <legend className="text-13 font-medium">{texts.groups}</legend>
          {missing && (
            <p role="alert" className="text-12 text-danger">
              {texts.groupMissing}
            </p>
          )}
          {known.data?.length === 0 && <p className="text-12 text-muted">{texts.noGroups}</p>}
          <div className="mt-1 grid max-h-48 overflow-y-auto @md:grid-cols-2 @md:gap-x-4">
            {known.data?.map(({ id, name }) => (
              <CheckField
                key={id}
                label={name}
                checked={groups.includes(id)}
                onChange={(checked) =>
                  onChange({ groups: checked ? [...groups, id] : groups.filter((other) => other !== id) })
                }
              />
            ))}
          </div>
        </fieldset>
      )}
    </div>
  )
}
