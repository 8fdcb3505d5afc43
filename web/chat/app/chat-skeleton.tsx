import { useLasting } from '../../ui/lasting.ts'
import { Skeleton } from '../../ui/skeleton.tsx'
import { common } from '../messages.ts'
import { MainPart } from './main-part.tsx'

/** A conversation on its way. */
export function ChatSkeleton() {
  const shown = useLasting(true)
  if (!shown) return null
  return (
    <MainPart
      aria-busy
      aria-label={common.loading}
      className="mx-auto flex w-full max-w-reading flex-col gap-8 px-4 pt-20"
    >
      <Skeleton className="h-11 w-2/5 self-end rounded-xl" />
      <div className="flex flex-col gap-3">
        <Skeleton className="h-4 w-full" />
        <Skeleton className="h-4 w-11/12" />
        <Skeleton className="h-4 w-3/5" />
      </div>
    </MainPart>
  )
}
