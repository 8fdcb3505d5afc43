import { FileCheck2 } from 'lucide-react'
import type { PublishedArtifact, ToolActivity } from '#ground/turn/schema.ts'
import { ARTIFACT_KINDS } from '../../ui/artifact-kinds.ts'
import { artifacts as texts } from './messages.ts'
import { OpenArtifact } from './open-artifact.tsx'

export function ArtifactCards({ tools }: { tools: readonly ToolActivity[] }) {
  const published = new Map<string, PublishedArtifact>()
  for (const { artifact, state } of tools)
    if (artifact && state === 'done') published.set(artifact.id, artifact)
  if (published.size === 0) return null
  return (
    <ul aria-label={texts.cards} className="flex flex-col gap-2">
      {[...published.values()].map((artifact) => (
        <li key={artifact.id} className="min-w-0">
          <ArtifactCard artifact={artifact} />
        </li>
      ))}
    </ul>
  )
}

const ArtifactCard = ({ artifact: { id, title, preview, version } }: { artifact: PublishedArtifact }) => (
  <div className="flex max-w-xl items-center gap-3 rounded-l border border-line bg-raised p-3 shadow-1">
    <span
      aria-hidden
      className="flex size-9 shrink-0 items-center justify-center rounded-m bg-accent-soft text-accent-text"
    >
      <FileCheck2 className="size-5" />
    </span>
    <span className="min-w-0 flex-1">
      <span className="block truncate text-14 font-medium" title={title}>
        {title}
      </span>
      <span className="block truncate text-12 text-muted">
        {[kindName(preview), texts.version(version)].join(' · ')}
      </span>
    </span>
    <OpenArtifact id={id}>{texts.open}</OpenArtifact>
  </div>
)

const kindName = (preview: string): string =>
  Object.hasOwn(ARTIFACT_KINDS, preview)
    ? ARTIFACT_KINDS[preview as keyof typeof ARTIFACT_KINDS]
    : ARTIFACT_KINDS.none
