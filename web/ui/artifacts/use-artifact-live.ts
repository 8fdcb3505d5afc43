import { useQueryClient } from '@tanstack/react-query'
import { useRef, useState } from 'react'
import { watchArtifact } from '#features/artifacts/contract.ts'
import type { ArtifactDetail } from '#features/artifacts/schema.ts'
import { useLive } from '../live.ts'
import { artifactKey } from './queries.ts'

const EVENTS = ['artifact', 'gone'] as const

export interface ArtifactNews {
  arrived: number | null
  isGone: boolean
  dismiss(): void
}

export function useArtifactLive(id: string, isKnown: boolean): ArtifactNews {
  const client = useQueryClient()
  const [arrived, setArrived] = useState<number | null>(null)
  const [isGone, setGone] = useState(false)
  const isReported = useRef(false)
  useLive(
    watchArtifact,
    isKnown && !isGone ? { params: { id } } : null,
    EVENTS,
    ({ version, updated_at }, event) => {
      if (event === 'gone') return setGone(true)
      const queryKey = artifactKey(id)
      const before = client.getQueryData<ArtifactDetail>(queryKey)
      if (version !== undefined && before && version > before.version) setArrived(version)
      const isNews = isReported.current || version !== before?.version || updated_at !== before?.updated_at
      isReported.current = true
      if (isNews) void client.invalidateQueries({ queryKey })
    },
  )
  return { arrived, isGone, dismiss: () => setArrived(null) }
}
