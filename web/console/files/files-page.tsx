import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { FilePlus, FileText, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { cx } from '../../ui/cx.ts'
import { Notice } from '../../ui/notice.tsx'
import type { HubFile } from '#features/files/schema.ts'
import { OfHub } from '../access/of-hub.tsx'
import { choicesOf } from '../kit/filters.tsx'
import { ListFailure, ListSkeleton } from '../kit/list.tsx'
import { PageFrame } from '../kit/page.tsx'
import { FileView, NewFile } from './file-view.tsx'
import { files } from './messages.ts'
import { NewFileDialog } from './new-file-dialog.tsx'
import { newKindsFor, type Begun, type NewKind } from './new-file.ts'
import { filesQuery } from './queries.ts'
import { Versions } from './versions.tsx'

const route = getRouteApi('/shell/hub/hubs/$slug/files')

export function FilesPage() {
  const { slug } = route.useParams()
  return (
    <OfHub slug={slug}>
      {(_hub, { is_organization_admin: isOrganizationAdmin }) => (
        <HubFiles slug={slug} kinds={newKindsFor({ isOrganizationAdmin })} />
      )}
    </OfHub>
  )
}

function HubFiles({ slug, kinds }: { slug: string; kinds: readonly NewKind[] }) {
  const { file = 'agent.md' } = route.useSearch()
  const { data, error, refetch } = useQuery(filesQuery(slug))
  const navigate = route.useNavigate()
  const [asksNew, setAsksNew] = useState(false)
  const [begun, setBegun] = useState<Begun | null>(null)
  const begin = (next: Begun) => {
    setAsksNew(false)
    setBegun(next)
    void navigate({ search: (now) => ({ ...now, file: next.path }) })
  }
  const discard = () => {
    setBegun(null)
    void navigate({ search: (now) => ({ ...now, file: undefined }), replace: true, ignoreBlocker: true })
  }
  const paths = data?.items.map(({ path }) => path) ?? []
  return (
    <PageFrame
      lead={files.lead}
      acts={
        data?.may_edit && (
          <Button icon={<FilePlus aria-hidden />} onClick={() => setAsksNew(true)}>
            {files.newFile}
          </Button>
        )
      }
    >
      {data && !data.may_edit && <Notice kind="info">{files.readOnly}</Notice>}
      {data ? (
        <div className="flex flex-col gap-4 md:flex-row md:items-start">
          <FileList slug={slug} items={data.items} open={file} />
          {begun?.path === file && !paths.includes(file) ? (
            <NewFile key={file} hub={slug} begun={begun} onDiscard={discard} onSaved={() => setBegun(null)} />
          ) : (
            <FileView key={file} hub={slug} path={file} />
          )}
        </div>
      ) : error ? (
        <ListFailure error={error} onRetry={() => void refetch()} />
      ) : (
        <ListSkeleton />
      )}
      <Versions hub={slug} />
      {asksNew && (
        <NewFileDialog kinds={kinds} paths={paths} onClose={() => setAsksNew(false)} onBegin={begin} />
      )}
    </PageFrame>
  )
}

/** All skills have the same file name, so the folder's name distinguishes them. */
const shownName = (path: string): string | undefined =>
  path
    .replace(/\/SKILL\.md$/, '')
    .split('/')
    .at(-1)

interface FileListProps {
  slug: string
  items: readonly HubFile[]
  open: string
}

const FileList = ({ slug, items, open }: FileListProps) => (
  <nav
    aria-label={files.list}
    className="shrink-0 rounded-l border border-line bg-raised p-2 max-md:max-h-64 max-md:overflow-y-auto md:w-64"
  >
    {choicesOf(files.kinds).map(([kind, label]) => {
      const some = items.filter((file) => file.kind === kind)
      if (some.length === 0) return null
      return (
        <section key={kind} className="mb-2 last:mb-0">
          <h2 className="px-2 py-1 text-12 font-medium text-faint">{label}</h2>
          <ul>
            {some.map(({ path, problems }) => (
              <li key={path}>
                <Link
                  to="/hubs/$slug/files"
                  params={{ slug }}
                  search={{ file: path }}
                  aria-current={path === open ? 'page' : undefined}
                  className={cx(
                    'flex min-h-hit items-center gap-2 rounded-s px-2 text-14 hover:bg-hover',
                    path === open && 'bg-hover font-medium',
                  )}
                >
                  <FileText aria-hidden className="size-4 shrink-0 text-faint" />
                  <span dir="auto" className="min-w-0 flex-1 truncate">
                    {shownName(path)}
                  </span>
                  {problems.length > 0 && (
                    <span className="inline-flex items-center gap-1 text-12 text-warn">
                      <TriangleAlert aria-hidden className="size-3.5" />
                      <span aria-hidden>{problems.length}</span>
                      <span className="sr-only">{files.problems(problems.length)}</span>
                    </span>
                  )}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      )
    })}
  </nav>
)
