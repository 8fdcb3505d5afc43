import { lazy, Suspense } from 'react'
import type { ArtifactDetail, ArtifactVersion } from '#features/artifacts/schema.ts'
import { contentAddress, downloadAddress } from './addresses.ts'
import { BodyLoading } from './body/body-states.tsx'
import { Body } from './body/body.tsx'

const Comparison = lazy(async () => ({ default: (await import('./compare/comparison.tsx')).Comparison }))

export interface VersionContentProps {
  artifact: ArtifactDetail
  shown: Omit<ArtifactVersion, 'created_at'>
  /** The version with which it is compared; null for the content itself. */
  compared: number | null
  onShown(version: number): void
  onCompared(version: number | null): void
}

/** A version of an artifact, or how it differs from another one. */
export function VersionContent({ artifact, shown, compared, onShown, onCompared }: VersionContentProps) {
  const { version, preview, filename, size } = shown
  if (compared === null)
    return (
      <Body
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
    <Suspense fallback={<BodyLoading />}>
      <Comparison
        artifact={artifact}
        one={compared}
        other={version}
        onOne={onCompared}
        onOther={onShown}
        onClose={() => onCompared(null)}
      />
    </Suspense>
  )
}
