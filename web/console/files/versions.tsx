import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useState, type ReactNode } from 'react'
import type { HubVersionView } from '#core/serving/schema.ts'
import { Badge } from '../../ui/badge.tsx'
import { Button } from '../../ui/button.tsx'
import { When } from '../../ui/when.tsx'
import { files } from './messages.ts'
import { savesQuery, versionsQuery } from './queries.ts'
import { VersionDialog } from './version-dialog.tsx'

/** Versions of the Hub's files, and the last saved files. */
export function Versions({ hub, mayEdit }: { hub: string; mayEdit: boolean }) {
  const [shown, setShown] = useState<HubVersionView | null>(null)
  const versions = useQuery(versionsQuery(hub)).data?.items
  const saves = useQuery(savesQuery(hub)).data?.items
  if (!versions || !saves) return null
  const current = versions.find(({ is_current: isCurrent }) => isCurrent)
  return (
    <section aria-label={files.versions} className="flex flex-col gap-2">
      <h2 className="font-semibold">{files.versions}</h2>
      <ul className="divide-y divide-line overflow-hidden rounded-l border border-line bg-raised">
        {versions.length + saves.length === 0 && (
          <li className="px-4 py-3 text-13 text-muted">{files.noVersions}</li>
        )}
        {versions.map((version) => (
          <Line key={version.number} by={nameOf(version.made_by)} at={version.made_at}>
            <VersionLine {...version} />
            {current && version.has_files && version.number !== current.number && (
              <Button onClick={() => setShown(version)}>
                {files.compare}
                <span className="sr-only"> {files.version(version.number)}</span>
              </Button>
            )}
          </Line>
        ))}
        {saves.map(({ id, at, actor, after }) => (
          <Line key={`saved ${id}`} by={actor} at={at}>
            {files.savedFile(pathIn(after))}
          </Line>
        ))}
      </ul>
      {shown && current && (
        <VersionDialog
          hub={hub}
          shown={shown}
          current={current}
          mayRestore={mayEdit && current.origin === 'folder'}
          onClose={() => setShown(null)}
        />
      )}
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

const VersionLine = ({ number, is_current: isCurrent, ...version }: HubVersionView) => (
  <span className="me-3">
    {files.version(number)} {isCurrent && <Badge tone="ok">{files.current}</Badge>} {version.note}{' '}
    <span className="text-13 text-muted">
      {[
        version.restores !== null && files.restores(version.restores),
        version.changed_files !== null && files.changedFiles(version.changed_files),
      ]
        .filter(Boolean)
        .join(' · ')}
    </span>
  </span>
)

const nameOf = (actor: string): string => (actor === 'system:hub' ? files.byFolder : actor)

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
