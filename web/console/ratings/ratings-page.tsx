import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { ThumbsDown, ThumbsUp } from 'lucide-react'
import type { AnswerRating, RatingsPage as Ratings } from '#core/ratings/schema.ts'
import { Empty } from '../../ui/empty.tsx'
import { FilterChip } from '../../ui/filter-chip.tsx'
import { When } from '../../ui/when.tsx'
import { OfHub } from '../access/of-hub.tsx'
import { percent } from '../kit/numbers.ts'
import { ListPage } from '../kit/list.tsx'
import { usePageRange } from '../kit/page-size.ts'
import { ratings as texts } from './messages.ts'
import { ratingsQuery } from './queries.ts'

const route = getRouteApi('/shell/hub/hubs/$slug/ratings')

export function RatingsPage() {
  const { slug } = route.useParams()
  return <OfHub slug={slug}>{() => <HubRatings slug={slug} />}</OfHub>
}

const VERDICTS = ['good', 'bad'] as const

function HubRatings({ slug }: { slug: string }) {
  const { page = 1, verdict } = route.useSearch()
  const navigate = route.useNavigate()
  const query = useQuery(ratingsQuery({ hub: slug, ...usePageRange(page), ...(verdict && { verdict }) }))
  return (
    <ListPage
      lead={texts.lead}
      notices={query.data && <Share {...query.data} />}
      filters={
        <FilterChip
          label={texts.verdict}
          value={verdict ?? ''}
          options={VERDICTS.map((value) => ({ value, label: texts[value] }))}
          clearLabel={texts.clear}
          onChange={(next) => void navigate({ search: next ? { verdict: next } : {} })}
        />
      }
      query={query}
      filtered={verdict !== undefined}
      empty={
        <Empty icon={<ThumbsUp aria-hidden />} title={texts.empty}>
          {texts.emptyText}
        </Empty>
      }
    >
      {({ items }) => (
        <ul className="max-w-3xl divide-y divide-line overflow-y-auto rounded-l border border-line bg-raised">
          {items.map((item, index) => (
            // oxlint-disable-next-line react/no-array-index-key -- it has no id, which would name the chat
            <Rated key={`${item.at} ${index}`} rating={item} />
          ))}
        </ul>
      )}
    </ListPage>
  )
}

const shareOf = ({ good, bad }: Ratings['recent']): string | null =>
  good + bad === 0 ? null : percent(good / (good + bad))

function Share({ recent, before }: Pick<Ratings, 'recent' | 'before'>) {
  const earlier = shareOf(before)
  return (
    <dl className="flex max-w-xs flex-col rounded-l border border-line bg-raised px-4 py-3">
      <dt className="text-13 text-muted">{texts.recent}</dt>
      <dd className="text-24 font-semibold tabular-nums">{shareOf(recent) ?? texts.none}</dd>
      <dd className="text-13 text-muted tabular-nums">{texts.counts(recent.good, recent.bad)}</dd>
      <dd className="text-12 text-faint">{earlier === null ? texts.noneBefore : texts.before(earlier)}</dd>
    </dl>
  )
}

function Rated({ rating: { at, verdict, reason, comment, model } }: { rating: AnswerRating }) {
  const Icon = verdict === 'good' ? ThumbsUp : ThumbsDown
  return (
    <li className="flex items-start gap-3 px-4 py-3 text-14">
      <Icon
        role="img"
        aria-label={texts[verdict]}
        className={
          verdict === 'good' ? 'mt-0.5 size-4 shrink-0 text-ok' : 'mt-0.5 size-4 shrink-0 text-danger'
        }
      />
      <div className="flex min-w-0 flex-1 flex-col gap-0.5">
        {reason && <p className="font-medium">{texts.reasons[reason] ?? reason}</p>}
        {comment && (
          <p dir="auto" className="break-words whitespace-pre-wrap">
            {comment}
          </p>
        )}
        <p className="flex flex-wrap gap-x-2 text-12 text-muted">
          <When at={at} />
          {model && <span dir="auto">{model}</span>}
        </p>
      </div>
    </li>
  )
}
