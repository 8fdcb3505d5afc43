import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Files, Share2 } from 'lucide-react'
import { ARTIFACT_KINDS } from '../../../ui/artifact-kinds.ts'
import { Empty } from '../../../ui/empty.tsx'
import { Segmented } from '../../../ui/segmented.tsx'
import { ChoiceFilter, choicesOf, TextFilter } from '../../kit/filters.tsx'
import { ListPage } from '../../kit/list.tsx'
import { usePageRange } from '../../kit/page-size.ts'
import { useOrder } from '../../kit/order.ts'
import { artifacts as texts } from '../messages.ts'
import { artifactsQuery } from '../queries.ts'
import { ArtifactTable } from './artifact-table.tsx'
import { ARTIFACT_SORT } from '#ground/api/list-sorts.ts'
import { readChatAccess } from '#core/access/contract.ts'
import { call } from '../../kit/api.ts'
import { meQuery } from '../../access/queries.ts'

const route = getRouteApi('/shell/artifacts')

export function GalleryPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { view = 'mine', q, hub, preview, page = 1 } = search
  const order = useOrder(ARTIFACT_SORT)
  const query = useQuery(artifactsQuery({ view, q, hub, preview, ...order.query, ...usePageRange(page) }))
  const narrow = (change: Partial<ReturnType<typeof route.useSearch>>) =>
    void navigate({ search: ({ page: _, ...before }) => ({ ...before, ...change }), replace: true })
  const isMine = view === 'mine'
  return (
    <ListPage
      lead={texts.lead}
      query={query}
      order={order}
      filters={
        <>
          <Segmented
            label={texts.view}
            value={view}
            options={(['mine', 'shared'] as const).map((value) => ({ value, label: texts.views[value] }))}
            onChange={(next) => narrow({ view: next === 'shared' ? next : undefined })}
          />
          <TextFilter
            className="sm:w-72"
            label={texts.search}
            value={q}
            onChange={(next) => narrow({ q: next })}
          />
          <HubChoice value={hub} onChange={(next) => narrow({ hub: next })} />
          <ChoiceFilter
            label={texts.kind}
            value={preview}
            choices={choicesOf(ARTIFACT_KINDS)}
            onChange={(next) => narrow({ preview: next })}
          />
        </>
      }
      filtered={Boolean(q ?? hub ?? preview)}
      onClear={() => void navigate({ search: isMine ? {} : { view } })}
      empty={isMine ? <NothingPublished /> : <NothingShared />}
    >
      {({ items }) => (
        <ArtifactTable items={items} isMine={isMine} order={order} stale={query.isPlaceholderData} />
      )}
    </ListPage>
  )
}

interface HubChoiceProps {
  value: string | undefined
  onChange(hub: string | undefined): void
}

function HubChoice({ value, onChange }: HubChoiceProps) {
  const choices = useHubChoices()
  if (choices.length < 2 && value === undefined) return null
  return <ChoiceFilter label={texts.hub} value={value} choices={choices} onChange={onChange} />
}

const NothingPublished = () => (
  <Empty
    icon={<Files aria-hidden />}
    title={texts.emptyMine}
    action={
      <a href="/" className="text-14 text-accent-text underline underline-offset-4">
        {texts.toChat}
      </a>
    }
  >
    {texts.emptyMineText}
  </Empty>
)

const NothingShared = () => (
  <Empty icon={<Share2 aria-hidden />} title={texts.emptyShared}>
    {texts.emptySharedText}
  </Empty>
)

function useHubChoices(): (readonly [slug: string, name: string])[] {
  const { data: me } = useQuery({ ...meQuery, enabled: false })
  const { data: used } = useQuery({
    queryKey: ['hubs-in-use'],
    queryFn: ({ signal }) => call(readChatAccess, { signal }),
    staleTime: 30_000,
  })
  const allowed = (used?.hubs ?? []).filter((hub) => hub.allowed)
  const names = new Map([...allowed, ...(me?.hubs ?? [])].map(({ slug, name }) => [slug, name] as const))
  return [...names].toSorted(([, one], [, other]) => one.localeCompare(other))
}
