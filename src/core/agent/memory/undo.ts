import { z } from 'zod'
import type { Clock } from '#ground/base/clock.ts'
import type { Sealer } from '#ground/base/sealing.ts'
import type { Note } from './memory.ts'
import { NoteSource } from './schema.ts'

interface Place {
  hub: string
  email: string
}

/** The person's browser keeps an erased note, sealed, so that the Hub keeps nothing of it. */
export interface ErasureUndo {
  offer(place: Place, note: Note): string
  /** Null if the offer expired or belongs to another person or Hub. */
  accept(place: Place, offered: string): Note | null
}

const UNDO_TTL_MS = 600_000

const Offer = z.object({
  expires: z.number(),
  note: z.object({
    id: z.string(),
    text: z.string(),
    savedAt: z.number(),
    changedAt: z.number().nullable(),
    source: NoteSource.nullable(),
    uses: z.number(),
    usedAt: z.number().nullable(),
  }),
})

export const createErasureUndo = (sealer: Sealer, clock: Pick<Clock, 'now'>): ErasureUndo => ({
  offer: (place, note) =>
    sealer.seal(JSON.stringify({ expires: clock.now() + UNDO_TTL_MS, note }), placeOf(place)),
  accept(place, offered) {
    const opened = sealer.open(offered, placeOf(place))
    const offer = opened === null ? null : Offer.parse(JSON.parse(opened))
    return offer && offer.expires > clock.now() ? offer.note : null
  },
})

const placeOf = ({ hub, email }: Place): string => JSON.stringify([hub, email])
