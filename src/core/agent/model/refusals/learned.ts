import { BoundedMap } from '#ground/base/bounded-map.ts'
import type { Clock } from '#ground/base/clock.ts'
import { sha256 } from '#ground/base/ids.ts'
import type { ModelFileKind } from '../files/kinds.ts'
import { bodyChangeKey, type BodyChange } from './body.ts'

export interface LearnedFiles {
  refusesKind(kind: ModelFileKind): boolean
  refusesFile(data: Uint8Array): boolean
  mostPictures(): number | null
}

export interface LearnedRefusals extends LearnedFiles {
  changes(): readonly BodyChange[]
  addChanges(changes: readonly BodyChange[]): void
  addKinds(kinds: readonly ModelFileKind[]): void
  addMostPictures(most: number): void
  addFiles(files: readonly Uint8Array[]): void
}

/** After this time, requests contain files again, since the server may serve another model under the same name. */
const FILES_TTL_MS = 60 * 60_000

const MAX_FILES = 500

export function createLearnedRefusals(clock: Pick<Clock, 'now'>): LearnedRefusals {
  const changes = new Map<string, BodyChange>()
  const kinds = new Map<ModelFileKind, number>()
  const files = new BoundedMap<string, number>(MAX_FILES)
  let pictures: { most: number; until: number } | null = null
  const until = () => clock.now() + FILES_TTL_MS
  return {
    changes: () => [...changes.values()],
    addChanges(more) {
      for (const change of more) changes.set(bodyChangeKey(change), change)
    },
    refusesKind: (kind) => (kinds.get(kind) ?? 0) > clock.now(),
    addKinds(more) {
      for (const kind of more) kinds.set(kind, until())
    },
    mostPictures: () => (pictures && pictures.until > clock.now() ? pictures.most : null),
    addMostPictures: (most) => void (pictures = { most, until: until() }),
    refusesFile: (data) => files.size > 0 && (files.get(sha256(data)) ?? 0) > clock.now(),
    addFiles(more) {
      for (const data of more) files.set(sha256(data), until())
    },
  }
}
