import { useQuery } from '@tanstack/react-query'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { PageFrame } from '../kit/page.tsx'
import { firstSettings } from './defaults.ts'
import { notices } from './messages.ts'
import { noticesQuery } from './queries.ts'
import { SettingsForm } from './settings-form.tsx'
import { Ways } from './ways.tsx'

export function NoticesPage() {
  const { data, error, refetch } = useQuery(noticesQuery)
  return (
    <PageFrame lead={notices.lead}>
      {data ? (
        <div className="grid max-w-3xl gap-4">
          <Ways view={data} />
          <SettingsForm stored={data.settings ?? firstSettings()} />
        </div>
      ) : error ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton rows={6} />
      )}
    </PageFrame>
  )
}
