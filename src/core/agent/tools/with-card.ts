import type { ToolCard } from '#ground/turn/schema.ts'

/** A tool's result: `answer` for the model, the card for the person. */
export class WithCard {
  readonly answer: unknown
  readonly card: ToolCard
  constructor(answer: unknown, card: ToolCard) {
    this.answer = answer
    this.card = card
  }
}
