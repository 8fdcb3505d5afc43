import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { UsersRound } from 'lucide-react'
import type { ReceivedShare } from '#chatapp/shares/schema.ts'
import { Badge } from '../../../ui/badge.tsx'
import { Button } from '../../../ui/button.tsx'
import { Empty } from '../../../ui/empty.tsx'
import { When } from '../../../ui/when.tsx'
import { common } from '../../messages.ts'
import { chats } from '../messages.ts'
import { shareTexts as texts } from './messages.ts'
import { receivedQuery } from './queries.ts'

export function ReceivedChats() {
  const { data, isError, refetch } = useQuery(receivedQuery)
  if (isError && !data)
    return (
      <div className="flex flex-col items-start gap-2 text-14 text-muted">
        <p>{texts.receivedFailed}</p>
        <Button onClick={() => void refetch()}>{common.retry}</Button>
      </div>
    )
  if (data?.length === 0)
    return (
      <Empty icon={<UsersRound aria-hidden />} title={texts.receivedNone}>
        {texts.receivedNoneText}
      </Empty>
    )
  return (
    <ul className="divide-y divide-line">
      {data?.map((share) => (
        <ReceivedRow key={share.id} share={share} />
      ))}
    </ul>
  )
}

const ReceivedRow = ({ share }: { share: ReceivedShare }) => (
  <li className="py-1">
    <Link
      to="/s/$shareId"
      params={{ shareId: share.id }}
      className="flex min-h-hit items-center gap-3 rounded-s px-2 py-1 hover:bg-hover"
    >
      <span className="min-w-0 flex-1">
        <span dir="auto" className="block w-fit max-w-full truncate text-14">
          {share.title || chats.untitled}
        </span>
        <span className="flex gap-2 text-12 text-faint">
          <bdi className="truncate">{texts.by(share.owner)}</bdi>
          <When at={new Date(share.shared_at * 1000).toISOString()} />
        </span>
      </span>
      {share.live && <Badge tone="accent">{texts.live}</Badge>}
    </Link>
  </li>
)
