import { z } from 'zod'
import { buttonValue } from '../buttons.ts'
import type { OutgoingButton } from '../channel.ts'

/** `plan`: hash of the plan that the person reads, so that a button approves exactly this plan. */
const CallCard = z.object({ call: z.string(), plan: z.string(), approve: z.string(), decline: z.string() })
export type CallCard = z.infer<typeof CallCard>

const EditCard = z.object({ edits: z.string() })
export type EditCard = z.infer<typeof EditCard>

interface WithCard {
  card: string | null
}

export const readCallCard = ({ card }: WithCard): CallCard | null =>
  card === null ? null : (CallCard.safeParse(JSON.parse(card)).data ?? null)

export const readEditCard = ({ card }: WithCard): EditCard | null =>
  card === null ? null : (EditCard.safeParse(JSON.parse(card)).data ?? null)

export function buttonsOf(part: WithCard & { id: string }): readonly OutgoingButton[] {
  const card = readCallCard(part)
  if (card === null) return []
  const valueOf = (decision: 'approve' | 'decline') => buttonValue({ part: part.id, decision })
  return [
    { value: valueOf('approve'), label: card.approve, look: 'primary' },
    { value: valueOf('decline'), label: card.decline, look: 'danger' },
  ]
}
