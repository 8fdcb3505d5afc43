import { z } from 'zod'
import { defineTool } from './define-tool.ts'

export const currentTimeTool = defineTool({
  name: 'current_time',
  description: 'What time it is, in ISO 8601.',
  input: z.object({}),
  readOnly: true,
  run: async () => new Date().toISOString(),
})
