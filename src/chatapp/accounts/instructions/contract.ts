import { chatRoute } from '#chatapp/http/contract.ts'
import { Instructions } from './schema.ts'

export const readInstructions = chatRoute('get', '/api/v1/auths/instructions', {
  summary: 'What the caller wants every agent to keep in mind',
  level: 'verified',
  answer: Instructions,
})

export const updateInstructions = chatRoute('post', '/api/v1/auths/instructions', {
  summary: 'Change that',
  level: 'verified',
  body: Instructions,
  answer: Instructions,
})
