import { Link } from '@tanstack/react-router'
import { ARTIFACT_KINDS } from '../../../ui/artifact-kinds.ts'
import { AboveRow, DataTable, rowLinkClass, type Column, type TableOrder } from '../../../ui/table.tsx'
import { formatSize } from '../../../ui/size.ts'
import { relativeTime } from '../../../ui/time.ts'
import { When } from '../../../ui/when.tsx'
import { artifactTexts } from '../../../ui/artifacts/messages.ts'
import { artifacts as texts } from '../messages.ts'
import type { ArtifactView } from '#features/artifacts/schema.ts'
import { AudienceBadge, audienceText } from '../../../ui/artifacts/audience-badge.tsx'
import { usePageTitle } from '../../kit/page.tsx'
import { ArtifactMenu } from './artifact-menu.tsx'
import { useState } from 'react'
import { contentAddress } from '../../../ui/artifacts/addresses.ts'
import { KindIcon } from '../../../ui/artifacts/kind-icon.tsx'

export interface ArtifactTableProps {
  items: readonly ArtifactView[]
  isMine: boolean
  order: TableOrder
  stale: boolean
}

export const ArtifactTable = ({ items, isMine, order, stale }: ArtifactTableProps) => (
  <DataTable
    label={usePageTitle()}
    items={items}
    keyOf={({ id }) => id}
    columns={columns(isMine)}
    stale={stale}
    order={order}
  />
)

function columns(isMine: boolean): readonly Column<ArtifactView>[] {
  const hub: Column<ArtifactView> = {
    head: texts.hub,
    from: '2xl',
    className: 'max-w-48 truncate whitespace-nowrap',
    cell: ({ hub_name }) => hub_name,
  }
  const owner: Column<ArtifactView> = {
    head: texts.owner,
    from: 'xl',
    className: 'max-w-48 truncate whitespace-nowrap',
    cell: ({ owner }) => <span title={owner.email}>{owner.name}</span>,
  }
  const audience: Column<ArtifactView> = {
    head: texts.audience,
    from: 'xl',
    cell: (artifact) => <AudienceBadge artifact={artifact} />,
  }
  return [
    {
      head: texts.artifact,
      className: 'w-full max-w-0 min-w-40',
      cell: (artifact) => <TitleCell artifact={artifact} />,
    },
    ...(isMine ? [hub, audience] : [owner, hub]),
    {
      head: texts.size,
      number: true,
      from: '4xl',
      className: 'whitespace-nowrap text-muted',
      cell: ({ size }) => formatSize(size),
    },
    {
      head: texts.updated,
      sort: 'updated',
      number: true,
      from: 'xl',
      className: 'whitespace-nowrap text-muted',
      cell: ({ updated_at }) => (
        <AboveRow>
          <When at={updated_at} />
        </AboveRow>
      ),
    },
    {
      head: texts.acts,
      quiet: true,
      className: 'w-px',
      cell: (artifact) => (
        <AboveRow>
          <ArtifactMenu artifact={artifact} />
        </AboveRow>
      ),
    },
  ]
}

function TitleCell({ artifact }: { artifact: ArtifactView }) {
  const { id, title, preview, version, mine, owner, updated_at } = artifact
  return (
    <span className="flex items-center gap-3 py-0.5">
      <Thumbnail artifact={artifact} />
      <span className="min-w-0">
        <Link
          to="/artifacts/$id"
          params={{ id }}
          title={title}
          dir="auto"
          className={`${rowLinkClass} block truncate`}
        >
          {title}
        </Link>
        <span className="block truncate text-12 text-faint">
          {ARTIFACT_KINDS[preview]}
          {version > 1 && <span className="@max-xl:hidden"> · {artifactTexts.version(version)}</span>}
          {/* Shows values whose columns are hidden in a narrow table. */}
          <span className="@xl:hidden">
            {' · '}
            {mine ? audienceText(artifact) : owner.name}
            {mine && artifact.link?.active && <span className="text-warn"> · {artifactTexts.public}</span>}
            {' · '}
            {relativeTime(Date.parse(updated_at) / 1000)}
          </span>
        </span>
      </span>
    </span>
  )
}

/** An icon replaces larger pictures. */
const MAX_PICTURE_BYTES = 200_000

function Thumbnail({ artifact: { id, version, preview, size } }: { artifact: ArtifactView }) {
  const [isBroken, setBroken] = useState(false)
  if (preview !== 'image' || size > MAX_PICTURE_BYTES || isBroken) return <KindIcon kind={preview} />
  return (
    <img
      src={contentAddress(id, version)}
      alt=""
      loading="lazy"
      decoding="async"
      onError={() => setBroken(true)}
      className="size-8 shrink-0 rounded-m bg-sunken object-cover"
    />
  )
}
