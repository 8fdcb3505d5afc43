import { z } from 'zod'
import { chatRoute } from '#chatapp/http/contract.ts'

export const exportOwnData = chatRoute('get', '/api/v1/users/user/export', {
  level: 'verified',
  summary:
    'The caller’s account, instructions, prompts, scheduled prompts, notes of agents, folders, chats and files as NDJSON: one object with a `type` per line, contents of files in base64',
  raw: 'file',
  answer: z.never(),
})
