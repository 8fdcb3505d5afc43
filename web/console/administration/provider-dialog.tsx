import { useState, type FormEvent } from 'react'
import type { ProviderChange, ProviderView } from '#features/administration/setups/schema.ts'
import { Button } from '../../ui/button.tsx'
import { CheckField } from '../../ui/check-field.tsx'
import { Dialog } from '../../ui/dialog.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { errorText } from '../kit/api.ts'
import { common, setups } from '../kit/messages.ts'
import { providers } from './messages.ts'
import { useProvider } from './queries.ts'

export interface ProviderDialogProps {
  /** Null to add a provider. */
  provider: ProviderView | null
  /** Redirect address with the placeholder `<id>`. */
  redirectUri: string
  onClose(): void
}

type Draft = Omit<ProviderChange, 'expected_revision' | 'client_secret'>

const EMPTY: Draft = {
  name: '',
  issuer: '',
  client_id: '',
  scopes: 'openid email profile',
  sign_up: null,
  default_role: null,
  link: false,
  trust_email: false,
  allowed_domains: [],
  role_claim: null,
  admin_values: [],
  user_values: [],
  groups_claim: null,
  sign_out: false,
}

export function ProviderDialog({ provider, redirectUri, onClose }: ProviderDialogProps) {
  const stored = provider?.settings ?? null
  const [id, setId] = useState(provider?.id ?? '')
  const [draft, setDraft] = useState<Draft>(stored ?? EMPTY)
  const [secret, setSecret] = useState('')
  const [dropsSecret, setDropsSecret] = useState(false)
  const { mutate, error, isPending } = useProvider()
  const change = (fields: Partial<Draft>) => setDraft((before) => ({ ...before, ...fields }))
  const hasStored =
    provider?.has_secret === true && stored?.issuer === draft.issuer && stored.client_id === draft.client_id
  function submit(event: FormEvent) {
    event.preventDefault()
    const given = secret
      ? { client_secret: secret }
      : hasStored && !dropsSecret
        ? {}
        : { client_secret: null }
    mutate({ ...draft, ...given, id, expected_revision: provider?.revision ?? null }, { onSuccess: onClose })
  }
  return (
    <Dialog
      open
      onClose={onClose}
      title={provider ? providers.editTitle(stored?.name ?? provider.id) : providers.addTitle}
      closeLabel={common.close}
      className="max-w-xl"
    >
      <form onSubmit={submit} className="flex flex-col gap-4">
        {error && <Notice kind="failure">{errorText(error)}</Notice>}
        {!provider && (
          <Field
            label={providers.id}
            hint={providers.idHint}
            value={id}
            required
            pattern="[a-z0-9][a-z0-9-]{0,31}"
            autoComplete="off"
            dir="ltr"
            onChange={(event) => setId(event.currentTarget.value)}
          />
        )}
        <Notice kind="info">{providers.redirectText(redirectUri.replace('<id>', id || '<id>'))}</Notice>
        <ClientFields draft={draft} onChange={change} />
        <Field
          label={providers.secret}
          hint={secretHint(provider, hasStored)}
          type="password"
          value={secret}
          disabled={dropsSecret && hasStored}
          autoComplete="new-password"
          onChange={(event) => setSecret(event.currentTarget.value)}
        />
        {hasStored && (
          <CheckField label={providers.dropSecret} checked={dropsSecret} onChange={setDropsSecret} />
        )}
        <details className="flex flex-col gap-4">
          <summary className="cursor-pointer text-13 font-medium">{providers.more}</summary>
          <div className="flex flex-col gap-4 pt-4">
            <AccountFields draft={draft} onChange={change} />
            <RoleFields draft={draft} onChange={change} />
          </div>
        </details>
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{common.cancel}</Button>
          <Button type="submit" look="primary" busy={isPending}>
            {setups.tryAndSave}
          </Button>
        </div>
      </form>
    </Dialog>
  )
}

const secretHint = (provider: ProviderView | null, hasStored: boolean): string => {
  if (hasStored) return setups.secretStays
  return provider?.has_secret ? providers.secretAgain : providers.secretHint
}

interface FieldsProps {
  draft: Draft
  onChange(fields: Partial<Draft>): void
}

const ClientFields = ({ draft, onChange }: FieldsProps) => (
  <>
    <Field
      label={providers.name}
      hint={providers.nameHint}
      value={draft.name}
      required
      maxLength={60}
      autoComplete="off"
      onChange={(event) => onChange({ name: event.currentTarget.value })}
    />
    <Field
      label={providers.issuer}
      hint={providers.issuerHint}
      type="url"
      value={draft.issuer}
      required
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange({ issuer: event.currentTarget.value.trim() })}
    />
    <Field
      label={providers.clientId}
      value={draft.client_id}
      required
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange({ client_id: event.currentTarget.value.trim() })}
    />
  </>
)

const SIGN_UPS = { site: null, yes: true, no: false } as const

const AccountFields = ({ draft, onChange }: FieldsProps) => (
  <>
    <SelectField
      label={providers.makesAccounts}
      value={draft.sign_up === null ? 'site' : draft.sign_up ? 'yes' : 'no'}
      options={[
        { value: 'site', label: providers.asSignUp },
        { value: 'yes', label: providers.yes },
        { value: 'no', label: providers.no },
      ]}
      onChange={(event) =>
        onChange({ sign_up: SIGN_UPS[event.currentTarget.value as 'site' | 'yes' | 'no'] })
      }
    />
    <SelectField
      label={providers.role}
      value={draft.default_role ?? 'site'}
      options={(['site', 'pending', 'user'] as const).map((value) => ({
        value,
        label: providers.roles[value],
      }))}
      onChange={({ currentTarget: { value } }) =>
        onChange({ default_role: value === 'pending' || value === 'user' ? value : null })
      }
    />
    <CheckField
      label={providers.links}
      hint={providers.linkHint}
      checked={draft.link}
      onChange={(link) => onChange({ link })}
    />
    <CheckField
      label={providers.trustEmail}
      hint={providers.trustHint}
      checked={draft.trust_email}
      onChange={(trust) => onChange({ trust_email: trust })}
    />
    <ListField
      label={providers.domains}
      hint={providers.domainsHint}
      values={draft.allowed_domains}
      onChange={(domains) => onChange({ allowed_domains: domains })}
    />
  </>
)

const RoleFields = ({ draft, onChange }: FieldsProps) => (
  <>
    <Field
      label={providers.scope}
      value={draft.scopes}
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange({ scopes: event.currentTarget.value })}
    />
    <Field
      label={providers.roleClaim}
      hint={providers.claimHint}
      value={draft.role_claim ?? ''}
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange({ role_claim: event.currentTarget.value || null })}
    />
    <ListField
      label={providers.adminValues}
      hint={providers.valuesHint}
      values={draft.admin_values}
      onChange={(values) => onChange({ admin_values: values })}
    />
    <ListField
      label={providers.userValues}
      hint={providers.valuesHint}
      values={draft.user_values}
      onChange={(values) => onChange({ user_values: values })}
    />
    <Field
      label={providers.groupsClaim}
      value={draft.groups_claim ?? ''}
      autoComplete="off"
      dir="ltr"
      onChange={(event) => onChange({ groups_claim: event.currentTarget.value || null })}
    />
    <CheckField
      label={providers.signOut}
      checked={draft.sign_out}
      onChange={(ends) => onChange({ sign_out: ends })}
    />
  </>
)

interface ListFieldProps {
  label: string
  hint: string
  values: readonly string[]
  onChange(values: string[]): void
}

/** The text is kept beside the values, because a typed comma would otherwise vanish. */
function ListField({ label, hint, values, onChange }: ListFieldProps) {
  const [text, setText] = useState(values.join(', '))
  return (
    <Field
      label={label}
      hint={hint}
      value={text}
      autoComplete="off"
      dir="ltr"
      onChange={({ currentTarget: { value } }) => {
        setText(value)
        onChange(
          value
            .split(',')
            .map((one) => one.trim())
            .filter(Boolean),
        )
      }}
    />
  )
}
