import { useQuery } from '@tanstack/react-query'
import type { ArtifactDetail, ArtifactVersion } from '#features/artifacts/schema.ts'
import { contentAddress } from '../addresses.ts'
import { readArtifactText } from '../body/read-text.ts'
import { MAX_COMPARED_LENGTH, type ChangedRegions } from './changes.ts'

const TEXTS: ReadonlySet<string> = new Set(['html', 'svg', 'markdown', 'code', 'text', 'csv', 'json'])

export const isComparable = ({ versions }: ArtifactDetail): boolean =>
  versions.length > 1 && versions.every(({ preview }) => TEXTS.has(preview))

export function previousOf({ versions }: ArtifactDetail, shown: number): number {
  const at = versions.findIndex(({ version }) => version === shown)
  return (versions[at + 1] ?? versions[at - 1] ?? versions[0]!).version
}

/** `data` is null if the comparison timed out or a text is too long. */
export function useChanges(id: string, older: ArtifactVersion, newer: ArtifactVersion) {
  const isLong = Math.max(older.size, newer.size) > MAX_COMPARED_LENGTH
  return useQuery({
    queryKey: ['artifact-changes', id, older.version, newer.version],
    async queryFn({ signal }): Promise<ChangedRegions | null> {
      if (isLong) return null
      const read = ({ version, size }: ArtifactVersion) =>
        readArtifactText(contentAddress(id, version), size, signal)
      const [{ changesBetween }, before, after] = await Promise.all([
        import('./changes.ts'),
        read(older),
        read(newer),
      ])
      return changesBetween(before.text, after.text)
    },
    // Versions are immutable.
    staleTime: Infinity,
    retry: false,
  })
}
