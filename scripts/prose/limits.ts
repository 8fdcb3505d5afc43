import type { Marker } from './markers.ts'

export type Kind = 'comments' | 'interface' | 'docs'

/** Occurrences per 1,000 words. */
export type Limits = Readonly<Record<Marker, number>>

/** The prose of well-known projects stays below these limits. */
export const GOALS: Limits = { person: 2, speech: 1.5, motion: 1.5, pronoun: 5, opening: 1 }

/** `npm run prose` enforces these limits. Lower them when the counts fall; never raise them. */
export const LIMITS: Readonly<Record<Kind, Limits>> = {
  comments: { person: 1.5, speech: 0.5, motion: 0.5, pronoun: 4.8, opening: 0.5 },
  interface: { person: 1.1, speech: 1.2, motion: 1, pronoun: 1.3, opening: 1.1 },
  docs: { person: 1.1, speech: 1.4, motion: 1.2, pronoun: 3.5, opening: 1.6 },
}
