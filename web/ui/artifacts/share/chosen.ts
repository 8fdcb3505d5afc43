import type { ArtifactCandidates, ArtifactView } from '#features/artifacts/schema.ts'

export interface Chosen {
  what: 'person' | 'group'
  /** E-mail address of a person, or id of a group. */
  id: string
  name: string
}

export interface PeopleLookup {
  queryKey: readonly unknown[]
  find(signal: AbortSignal): Promise<readonly Chosen[]>
}

export const chosenOf = ({ people, groups }: ArtifactCandidates | ArtifactView['audience']): Chosen[] => [
  ...people.map(({ email, name }) => ({ what: 'person', id: email, name: name || email }) as const),
  ...groups.map(({ id, name }) => ({ what: 'group', id, name: name || id }) as const),
]

export const isSame = (one: Chosen, other: Chosen): boolean => one.what === other.what && one.id === other.id

export const isSameChoice = (one: readonly Chosen[], other: readonly Chosen[]): boolean =>
  one.length === other.length && one.every((each) => other.some((also) => isSame(each, also)))
