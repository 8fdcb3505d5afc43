import { Popover } from '../../ui/popover.tsx'
import { thread as texts } from './messages.ts'
import type { ReadSource } from './read-sources.ts'
import { Said } from './said.tsx'

/** The files that an answer rests on, in one quiet row. Each opens to what was read of it. */
export const Sources = ({ sources }: { sources: readonly ReadSource[] }) => (
  <div className="flex flex-wrap items-center gap-x-2 text-13 text-muted">
    <span aria-hidden>{texts.sources}</span>
    <ul aria-label={texts.sources} className="contents">
      {sources.map((source) => (
        <li key={source.path} className="max-w-full min-w-0">
          <Source source={source} />
        </li>
      ))}
    </ul>
  </div>
)

const Source = ({ source: { path, name, excerpts } }: { source: ReadSource }) => (
  <Popover
    label={path}
    trigger={
      <button
        type="button"
        className="max-w-full truncate rounded-s px-1 py-1 text-text underline decoration-line underline-offset-4 hover:decoration-current pointer-coarse:min-h-hit"
      >
        <bdi>{name}</bdi>
      </button>
    }
  >
    <div className="flex max-h-[60dvh] flex-col gap-2 overflow-y-auto">
      <p className="font-medium break-words">
        <bdi>{path}</bdi>
      </p>
      {excerpts.map((excerpt) => (
        <Said key={excerpt} what={texts.sourceRead} text={excerpt} />
      ))}
    </div>
  </Popover>
)
