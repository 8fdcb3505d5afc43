import type { Marker } from './markers.ts'

/** The kinds of text, each with limits of its own. */
export type Kind = 'comments' | 'interface' | 'docs'

/** Occurrences per 1,000 words. */
export type Limits = Readonly<Record<Marker, number>>

/** The limits that every kind of text should reach; well-known projects stay below them. */
export const GOALS: Limits = { person: 2, speech: 1.5, motion: 1.5, pronoun: 5, opening: 1 }

/** The limits that `npm run prose` enforces. Lower them when the counts fall; never raise them. */
export const LIMITS: Readonly<Record<Kind, Limits>> = {
  comments: { person: 9.2, speech: 11.6, motion: 7.7, pronoun: 8.2, opening: 11 },
  interface: { person: 5.8, speech: 8.9, motion: 4.7, pronoun: 4.4, opening: 6 },
  docs: { person: 3.2, speech: 4.8, motion: 3.5, pronoun: 5, opening: 3.4 },
}
