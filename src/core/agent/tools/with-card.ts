import type { ToolCard } from '#ground/turn/schema.ts'

export class WithCard {
  readonly answer: unknown
  readonly card: ToolCard
  constructor(answer: unknown, card: ToolCard) {
    this.answer = answer
    this.card = card
  }
}
