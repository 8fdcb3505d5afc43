import { useState, type FormEvent } from 'react'
import type { KeyRequest } from '#chatapp/accounts/keys/schema.ts'
import { Button } from '../button.tsx'
import { CheckField } from '../check-field.tsx'
import { Field } from '../field.tsx'
import { Notice } from '../notice.tsx'
import { SelectField } from '../select-field.tsx'
import { endOf, LIVES, type KeyHub, type Life } from './key.ts'
import { keyMessages } from './messages.ts'

export interface KeyFormProps {
  hubs: readonly KeyHub[]
  suggestedName?: string
  suggestedHub?: string
  busy: boolean
  error: string | null
  onCreate(draft: KeyRequest): void
  /** Null if there is no view to return to. */
  onCancel: (() => void) | null
}

export function KeyForm(props: KeyFormProps) {
  const { hubs, suggestedName = '', suggestedHub, busy, error, onCreate, onCancel } = props
  const [typed, setName] = useState<string | null>(null)
  const name = typed ?? suggestedName
  const [life, setLife] = useState<Life>(90)
  const [chosen, setChosen] = useState<string[] | null>(suggestedHub === undefined ? null : [suggestedHub])
  const [tried, setTried] = useState(false)
  const only = hubs.length === 1 ? hubs[0] : undefined
  const first = only ? [only.slug] : suggestedHub === undefined ? [] : [suggestedHub]
  const nameMissing = name.trim() === ''
  const noHub = chosen !== null && chosen.length === 0

  function submit(event: FormEvent) {
    event.preventDefault()
    setTried(true)
    if (nameMissing || noHub) return
    onCreate({ name: name.trim(), hubs: chosen, expires_at: endOf(life, Date.now()) })
  }
  return (
    <form
      onSubmit={submit}
      noValidate
      className="@container flex flex-col gap-4 rounded-l border border-line bg-sunken p-4"
    >
      {error !== null && <Notice kind="failure">{error}</Notice>}
      <Field
        label={keyMessages.name}
        value={name}
        maxLength={100}
        autoComplete="off"
        hint={keyMessages.nameHint}
        error={tried && nameMissing ? keyMessages.nameMissing : null}
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <div className="grid gap-4 @md:grid-cols-2">
        <SelectField
          label={keyMessages.expires}
          value={String(life)}
          options={LIVES.map((days) => ({ value: String(days), label: keyMessages.lives[days] }))}
          onChange={(event) => setLife(Number(event.currentTarget.value) as Life)}
        />
        {hubs.length > 0 && (
          <SelectField
            label={keyMessages.scope}
            value={chosen === null ? 'all' : 'some'}
            options={[
              { value: 'all', label: keyMessages.allHubs },
              { value: 'some', label: only ? keyMessages.oneHub(only.name) : keyMessages.someHubs },
            ]}
            onChange={(event) => setChosen(event.currentTarget.value === 'all' ? null : first)}
          />
        )}
      </div>
      {chosen !== null && !only && (
        <HubChoice hubs={hubs} chosen={chosen} onChange={setChosen} missing={tried && noHub} />
      )}
      <div className="flex flex-wrap gap-2">
        <Button type="submit" look="primary" busy={busy}>
          {keyMessages.create}
        </Button>
        {onCancel && <Button onClick={onCancel}>{keyMessages.cancel}</Button>}
      </div>
    </form>
  )
}

interface HubChoiceProps {
  hubs: readonly KeyHub[]
  chosen: readonly string[]
  onChange(chosen: string[]): void
  missing: boolean
}

const HubChoice = ({ hubs, chosen, onChange, missing }: HubChoiceProps) => (
  <fieldset className="min-w-0">
    <legend className="text-13 font-medium">{keyMessages.hubs}</legend>
    <p
      className={missing ? 'text-12 text-danger' : 'text-12 text-muted'}
      role={missing ? 'alert' : undefined}
    >
      {missing ? keyMessages.noHub : keyMessages.someHubsHint}
    </p>
    <div className="mt-1 grid max-h-48 overflow-y-auto @md:grid-cols-2 @md:gap-x-4">
      {hubs.map(({ slug, name }) => (
        <CheckField
          key={slug}
          label={name}
          checked={chosen.includes(slug)}
          onChange={(checked) =>
            onChange(checked ? [...chosen, slug] : chosen.filter((other) => other !== slug))
          }
        />
      ))}
    </div>
  </fieldset>
)
