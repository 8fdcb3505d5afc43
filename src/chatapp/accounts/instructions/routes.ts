import type { App } from '../sessions/app.ts'
import { readInstructions, updateInstructions } from './contract.ts'
import type { createInstructions } from './instructions.ts'

export interface InstructionRouteParts {
  instructions: Pick<ReturnType<typeof createInstructions>, 'read' | 'write'>
}

export function instructionRoutes(app: App, { instructions }: InstructionRouteParts): void {
  app.handle(readInstructions, ({ visitor }) => instructions.read(visitor.account.id))

  app.handle(updateInstructions, async ({ visitor, body }) => {
    await instructions.write(visitor.account.id, body)
    return body
  })
}
