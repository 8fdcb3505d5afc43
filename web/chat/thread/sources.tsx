import type { ToolActivity } from '#ground/turn/schema.ts'
import { Popover } from '../../ui/popover.tsx'
import { thread as texts } from './messages.ts'
import { readSources, type ReadSource } from './read-sources.ts'
import { UserText } from './user-text.tsx'

export function Sources({ tools }: { tools: readonly ToolActivity[] }) {
  const sources = readSources(tools)
  return sources.length === 0 ? null : (
    <div className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
      <span aria-hidden>{texts.sources}</span>
      <ul aria-label={texts.sources} className="contents">
        {sources.map((source) => (
          <li key={source.id} className="max-w-full min-w-0">
            {source.link && source.excerpts.length === 0 ? (
              <Leading name={source.name} link={source.link} className={ENTRY} />
            ) : (
              <Opening source={source} />
            )}
          </li>
        ))}
      </ul>
    </div>
  )
}

const ENTRY =
  'block max-w-full truncate rounded-s px-1 py-1 text-text underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:min-h-hit'

interface LeadingProps {
  name: string
  link: NonNullable<ReadSource['link']>
  className: string
}

const Leading = ({ name, link: { url, host }, className }: LeadingProps) => (
  <a href={url} target="_blank" rel="noopener noreferrer nofollow" className={className}>
    <bdi>{name}</bdi> <bdi className="text-muted">{host}</bdi>
  </a>
)

const Opening = ({ source: { id, name, link, excerpts } }: { source: ReadSource }) => (
  <Popover
    label={id}
    trigger={
      <button type="button" className={ENTRY}>
        <bdi>{name}</bdi>
      </button>
    }
  >
    <div className="flex max-h-[60dvh] flex-col gap-2 overflow-y-auto">
      {link ? (
        <Leading name={name} link={link} className="font-medium break-words underline underline-offset-4" />
      ) : (
        <p className="font-medium break-words">
          <bdi>{id}</bdi>
        </p>
      )}
      {excerpts.map((excerpt) => (
        <UserText key={excerpt} what={texts.sourceRead} text={excerpt} />
      ))}
    </div>
  </Popover>
)
