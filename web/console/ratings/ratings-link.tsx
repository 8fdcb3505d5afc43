import { Link } from '@tanstack/react-router'
import { ThumbsUp } from 'lucide-react'
import { useTitleOf } from '../kit/page.tsx'

export const RatingsLink = ({ hub }: { hub: string }) => (
  <Link
    to="/hubs/$slug/ratings"
    params={{ slug: hub }}
    className="inline-flex min-h-hit items-center gap-2 rounded-m border border-line bg-raised px-3 py-1 text-14 font-medium shadow-1 hover:bg-hover [&>svg]:size-4"
  >
    <ThumbsUp aria-hidden />
    {useTitleOf('/hubs/$slug/ratings')}
  </Link>
)
