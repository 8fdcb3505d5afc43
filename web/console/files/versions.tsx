import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import type { ReactNode } from 'react'
import { Badge } from '../../ui/badge.tsx'
import { When } from '../../ui/when.tsx'
import { files } from './messages.ts'
import { savesQuery, versionsQuery } from './queries.ts'

/** Published versions, or the last saved files of a Hub whose source is its folder. */
export function Versions({ hub }: { hub: string }) {
  const versions = useQuery(versionsQuery(hub)).data?.items
  const saves = useQuery(savesQuery(hub)).data?.items
  if (!versions || !saves) return null
  return (
    <section aria-label={files.versions} className="flex flex-col gap-2">
      <h2 className="font-semibold">{files.versions}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised">
        {versions.length + saves.length === 0 && (
          <li className="px-4 py-3 text-13 text-muted">{files.noVersions}</li>
        )}
        {versions.map(({ number, made_at, made_by, note, is_current: isCurrent }) => (
          <Line key={number} by={made_by} at={made_at}>
            {files.version(number)} {isCurrent && <Badge tone="ok">{files.current}</Badge>} {note}
          </Line>
        ))}
        {saves.map(({ id, at, actor, after }) => (
          <Line key={`saved ${id}`} by={actor} at={at}>
            {files.savedFile(pathIn(after))}
          </Line>
        ))}
      </ul>
      {saves.length > 0 && (
        <Link
          to="/access-changes"
          search={{ hub, action: 'file.save' }}
          className="self-start text-13 text-accent-text underline-offset-4 hover:underline"
        >
          {files.allSaves}
        </Link>
      )}
    </section>
  )
}

const Line = ({ by, at, children }: { by: string; at: string; children: ReactNode }) => (
  <li className="flex flex-wrap items-center gap-x-3 px-4 py-2 text-14">
    <span className="min-w-0 flex-1 break-words">{children}</span>
    <span className="text-12 text-muted">
      {by} · <When at={at} />
    </span>
  </li>
)

const pathIn = (after: unknown): string =>
  typeof after === 'object' && after !== null && 'file' in after ? String(after.file) : ''
