import { z } from 'zod'
import { defineTool } from '#core/agent/tools/define-tool.ts'
import type { Tool } from '#core/agent/tools/tool.ts'

export interface FinishedTask {
  status: 'done' | 'blocked'
  summary: string
}

export const finishTool = (onFinish: (finished: FinishedTask) => void): Tool => ({
  ...defineTool({
    name: 'finish',
    description:
      'End the task. `done`: everything it asks for was done. `blocked`: it can’t be done, and the summary says why. Call it as the last thing: nothing runs after it.',
    input: z.object({
      status: z.enum(['done', 'blocked']).describe('Outcome of the task'),
      summary: z.string().max(20_000).describe('Summary of the work, or the obstacle'),
    }),
    readOnly: true,
    title: 'Finish the task',
    run(finished) {
      onFinish(finished)
      return 'Noted. The task has ended; say nothing more.'
    },
  }),
  endsTurn: true,
})
