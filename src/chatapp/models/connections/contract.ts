import { chatRoute } from '#chatapp/http/contract.ts'
import { ConnectionForm, ConnectionFormRequest, OfferedModels, VerifyRequest } from './schema.ts'

export const readConnections = chatRoute('get', '/openai/config', {
  summary: 'Read the model connections; keys are masked',
  level: 'admin',
  answer: ConnectionForm,
})

export const changeConnections = chatRoute('post', '/openai/config/update', {
  refusals: ['connection_insecure', 'connection_forbidden'],
  summary: 'Replace all connections except the built-in connections',
  level: 'admin',
  body: ConnectionFormRequest,
  answer: ConnectionForm,
})

export const verifyConnection = chatRoute('post', '/openai/verify', {
  refusals: [
    'connection_failed',
    'connection_forbidden',
    'connection_insecure',
    'connection_key_refused',
    'connection_silent',
    'connection_unreachable',
  ],
  summary: 'List the models of a connection',
  level: 'admin',
  body: VerifyRequest,
  answer: OfferedModels,
})
