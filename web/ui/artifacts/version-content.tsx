import type { ArtifactDetail, ArtifactVersion } from '#features/artifacts/schema.ts'
import { contentAddress, downloadAddress } from './addresses.ts'
import { ArtifactBody } from './body/body.tsx'
import { lazyView } from './body/lazy-view.tsx'

const Comparison = lazyView(async () => (await import('./compare/comparison.tsx')).Comparison)

export interface VersionContentProps {
  artifact: ArtifactDetail
  shown: Omit<ArtifactVersion, 'created_at'>
  compared: number | null
  onShown(version: number): void
  onCompared(version: number | null): void
}

export function VersionContent({ artifact, shown, compared, onShown, onCompared }: VersionContentProps) {
  const { version, preview, filename, size } = shown
  if (compared === null)
    return (
      <ArtifactBody
        source={{
          preview,
          title: artifact.title,
          filename,
          size,
          contentUrl: contentAddress(artifact.id, version),
          downloadUrl: downloadAddress(artifact.id, version),
        }}
      />
    )
  return (
    <Comparison
      artifact={artifact}
      one={compared}
      other={version}
      onOne={onCompared}
      onOther={onShown}
      onClose={() => onCompared(null)}
    />
  )
}
