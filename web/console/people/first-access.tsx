import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import type { ManagedHub, Me } from '#core/access/schema.ts'
import type { GrantItem } from '#features/people/schema.ts'
import { CheckField } from '../../ui/check-field.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { SelectField } from '../../ui/select-field.tsx'
import { people } from './messages.ts'
import { permissionLabel } from '../access/permissions.tsx'
import { catalogQuery } from '../access/queries.ts'

export interface FirstAccessProps {
  me: Me
  grants: readonly GrantItem[]
  onChange(grants: GrantItem[]): void
}

export function FirstAccess({ me, grants, onChange }: FirstAccessProps) {
  const [added, setAdded] = useState(() => [...new Set(grants.map(({ hub }) => hub))])
  const open = me.hubs.filter((hub) => hub.console_managed && hub.permissions.length > 0)
  const shown = open.filter(({ slug }) => added.includes(slug))
  const left = open.filter(({ slug }) => !added.includes(slug))
  const without = (slug: string) => grants.filter(({ hub }) => hub !== slug)
  if (open.length === 0) return <p className="text-13 text-muted">{people.nothingToGive}</p>
  return (
    <fieldset className="flex flex-col gap-2">
      <legend className="mb-1 text-13 font-medium">{people.access}</legend>
      {shown.map((hub) => (
        <HubSection
          key={hub.slug}
          hub={hub}
          granted={grants.filter((grant) => grant.hub === hub.slug).map(({ permission }) => permission)}
          onChange={(permissions) =>
            onChange([
              ...without(hub.slug),
              ...permissions.map((permission) => ({ hub: hub.slug, permission })),
            ])
          }
          onRemove={() => {
            setAdded(added.filter((slug) => slug !== hub.slug))
            onChange(without(hub.slug))
          }}
        />
      ))}
      {left.length > 0 && (
        <SelectField
          label={people.addHub}
          value=""
          options={[
            { value: '', label: people.chooseHub },
            ...left.map(({ slug, name }) => ({ value: slug, label: name })),
          ]}
          onChange={(event) => {
            const slug = event.currentTarget.value
            const hub = left.find((one) => one.slug === slug)
            if (!hub) return
            setAdded([...added, slug])
            if (hub.permissions.includes('use_hub'))
              onChange([...grants, { hub: slug, permission: 'use_hub' }])
          }}
        />
      )}
    </fieldset>
  )
}

interface HubSectionProps {
  hub: ManagedHub
  granted: readonly string[]
  onChange(permissions: string[]): void
  onRemove(): void
}

function HubSection({ hub, granted, onChange, onRemove }: HubSectionProps) {
  const { data: catalog } = useQuery(catalogQuery(hub.slug))
  return (
    <div role="group" aria-label={hub.name} className="rounded-m border border-line py-1 ps-3 pe-1">
      <div className="flex items-center justify-between">
        <span dir="auto" className="truncate text-14 font-medium">
          {hub.name}
        </span>
        <IconButton label={people.removeHub(hub.name)} onClick={onRemove}>
          <X aria-hidden />
        </IconButton>
      </div>
      {hub.permissions.map((permission) => (
        <CheckField
          key={permission}
          label={permissionLabel(permission, catalog)}
          checked={granted.includes(permission)}
          onChange={(on) =>
            onChange(on ? [...granted, permission] : granted.filter((one) => one !== permission))
          }
        />
      ))}
    </div>
  )
}

export function startingGrants(me: Me, slug?: string): GrantItem[] {
  const open = me.hubs.filter((hub) => hub.console_managed && hub.permissions.includes('use_hub'))
  const hub =
    slug === undefined ? (open.length === 1 ? open[0] : undefined) : open.find((one) => one.slug === slug)
  return hub ? [{ hub: hub.slug, permission: 'use_hub' }] : []
}
