import { queryOptions, useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useId, useMemo, useState, type FormEvent } from 'react'
import { updateProfile } from '#chatapp/accounts/sessions/contract.ts'
import type { StartedSession } from '#chatapp/accounts/sessions/schema.ts'
import { readTimeZone, updateTimeZone } from '#chatapp/accounts/time-zone/contract.ts'
import { Button } from '../../ui/button.tsx'
import { Field } from '../../ui/field.tsx'
import { Notice } from '../../ui/notice.tsx'
import { Skeleton } from '../../ui/skeleton.tsx'
import { toast } from '../../ui/toast.tsx'
import { call, errorText } from '../api/client.ts'
import { fields } from '../field-messages.ts'
import { common } from '../messages.ts'
import { settings } from './messages.ts'

const timeZoneQuery = queryOptions({
  queryKey: ['time-zone'],
  queryFn: ({ signal }) => call(readTimeZone, { signal }),
})

export function ProfileSettings({ session }: { session: StartedSession }) {
  const { data, error, refetch } = useQuery(timeZoneQuery)
  if (data) return <ProfileForm session={session} kept={{ name: session.name, zone: data.time_zone ?? '' }} />
  if (!error) return <Skeleton className="h-60" />
  return (
    <Notice kind="failure" actions={<Button onClick={() => void refetch()}>{common.retry}</Button>}>
      {errorText(error)}
    </Notice>
  )
}

/** An empty zone means the browser's zone. */
interface Profile {
  name: string
  zone: string
}

function ProfileForm({ session, kept }: { session: StartedSession; kept: Profile }) {
  const client = useQueryClient()
  const [name, setName] = useState(kept.name)
  const [zone, setZone] = useState(kept.zone)
  const [unknown, setUnknown] = useState(false)
  const draft = { name: name.trim(), zone: zone.trim() }
  const save = useMutation({
    async mutationFn({ name, zone }: Profile) {
      if (zone !== kept.zone)
        client.setQueryData(
          timeZoneQuery.queryKey,
          await call(updateTimeZone, { body: { time_zone: zone || null } }),
        )
      if (name !== kept.name) await call(updateProfile, { body: { name, profile_image_url: '' } })
    },
    onSuccess: () => {
      toast({ text: common.saved })
      return client.invalidateQueries({ queryKey: ['session'] })
    },
  })
  function submit(event: FormEvent) {
    event.preventDefault()
    setUnknown(!isKnown(draft.zone))
    if (isKnown(draft.zone)) save.mutate(draft)
  }
  return (
    <form onSubmit={submit} className="flex flex-col gap-4">
      {save.error && <Notice kind="failure">{errorText(save.error)}</Notice>}
      <Field
        label={fields.name}
        value={name}
        maxLength={100}
        autoComplete="name"
        onChange={(event) => setName(event.currentTarget.value)}
      />
      <Field label={fields.email} value={session.email} readOnly hint={settings.emailNote} />
      <TimeZoneField
        value={zone}
        isUnknown={unknown}
        onChange={(next) => {
          setZone(next)
          setUnknown(false)
        }}
      />
      <div>
        <Button
          type="submit"
          look="primary"
          busy={save.isPending}
          disabled={!draft.name || (draft.name === kept.name && draft.zone === kept.zone)}
        >
          {common.save}
        </Button>
      </div>
    </form>
  )
}

interface TimeZoneFieldProps {
  value: string
  isUnknown: boolean
  onChange(zone: string): void
}

function TimeZoneField({ value, isUnknown, onChange }: TimeZoneFieldProps) {
  const list = useId()
  const zones = useMemo(
    () => ['UTC', ...Intl.supportedValuesOf('timeZone').filter((zone) => zone !== 'UTC')],
    [],
  )
  return (
    <>
      <Field
        label={settings.timeZone}
        value={value}
        list={list}
        dir={value ? 'ltr' : undefined}
        maxLength={64}
        autoComplete="off"
        spellCheck={false}
        placeholder={settings.timeZoneOfBrowser(new Intl.DateTimeFormat().resolvedOptions().timeZone)}
        hint={settings.timeZoneNote}
        error={isUnknown ? settings.timeZoneUnknown : null}
        onChange={(event) => onChange(event.currentTarget.value)}
      />
      <datalist id={list}>
        {zones.map((zone) => (
          <option key={zone}>{zone}</option>
        ))}
      </datalist>
    </>
  )
}

function isKnown(zone: string): boolean {
  if (zone === '') return true
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: zone }))
  } catch {
    return false
  }
}
