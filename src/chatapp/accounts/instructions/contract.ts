import { chatRoute } from '#chatapp/http/contract.ts'
import { Instructions } from './schema.ts'

export const readInstructions = chatRoute('get', '/api/v1/auths/instructions', {
  summary: 'The caller’s instructions for every agent',
  level: 'verified',
  answer: Instructions,
})

export const updateInstructions = chatRoute('post', '/api/v1/auths/instructions', {
  summary: 'Change the caller’s instructions',
  level: 'verified',
  body: Instructions,
  answer: Instructions,
})
