import { Link } from '@tanstack/react-router'
import { FileText } from 'lucide-react'
import { useTitleOf } from '../kit/page.tsx'

export const FilesLink = ({ hub }: { hub: string }) => (
  <Link
    to="/hubs/$slug/files"
    params={{ slug: hub }}
    className="inline-flex min-h-hit items-center gap-2 rounded-m border border-line bg-raised px-3 py-1 text-14 font-medium shadow-1 hover:bg-hover [&>svg]:size-4"
  >
    <FileText aria-hidden />
    {useTitleOf('/hubs/$slug/files')}
  </Link>
)
