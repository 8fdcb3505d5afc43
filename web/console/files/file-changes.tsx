import { useQuery } from '@tanstack/react-query'
import { ChangedLines } from '../../ui/artifacts/compare/changed-lines.tsx'
import { changesBetween } from '../../ui/artifacts/compare/changes.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { files } from './messages.ts'

export function FileChanges({ before, after }: { before: string; after: string }) {
  const { data, isPending } = useQuery({
    queryKey: ['file-changes', before, after],
    queryFn: () => changesBetween(before, after),
    gcTime: 0,
  })
  if (isPending) return <Skeleton className="h-32 w-full rounded-m" />
  if (!data) return <p className="text-13 text-muted">{files.tooMuch}</p>
  if (data.length === 0) return <p className="text-13 text-muted">{files.nothing}</p>
  return (
    <div className="max-h-[50dvh] overflow-auto rounded-m border border-line">
      <ChangedLines changes={data} />
    </div>
  )
}
