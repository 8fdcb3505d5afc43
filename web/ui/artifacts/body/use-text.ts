import { useEffect, useState } from 'react'
import { readArtifactText, type ReadText } from './read-text.ts'
import type { ArtifactSource } from './source.ts'

export interface TextOf {
  read: ReadText | null
  source: ArtifactSource
  error: unknown
  retry(): void
}

export function useText(source: ArtifactSource): TextOf {
  const [known, setKnown] = useState<{ read: ReadText; source: ArtifactSource } | null>(null)
  const [error, setError] = useState<unknown>(null)
  const [tries, setTries] = useState(0)
  const { contentUrl, size, text } = source
  useEffect(() => {
    if (text !== undefined) return
    const leave = new AbortController()
    readArtifactText(contentUrl, size, leave.signal).then(
      (read) => {
        if (leave.signal.aborted) return
        setKnown({ read, source })
        setError(null)
      },
      (reason: unknown) => !leave.signal.aborted && setError(reason),
    )
    return () => leave.abort()
    // The other fields of the source depend only on its address.
    // oxlint-disable-next-line react/exhaustive-deps
  }, [contentUrl, tries])
  if (text !== undefined) return { read: { text, isCut: false }, source, error: null, retry() {} }
  return {
    read: known?.read ?? null,
    source: known?.source ?? source,
    error,
    retry: () => setTries((before) => before + 1),
  }
}
